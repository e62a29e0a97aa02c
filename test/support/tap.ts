/**
 * Exports the parent test of a file's tests: tap itself, or a subtest named after the file if several files share a
 * process (see `together.ts`). Test files import this instead of tap.
 */
import tap, { type Test } from 'tap'

export type { Test }

let fileTest: Test = tap
// A live binding, not `export default fileTest`: each file that is imported later sees its own subtest.
export { fileTest as default }

/** Sets the parent test of all files that are imported from now on. */
export const use = (t: Test) => {
  fileTest = t
}
