/**
 * The test that a file's own tests belong to: tap itself, or a subtest of the file's name when several files share a
 * process (see `together.ts`). Test files import this instead of tap.
 */
import tap, { type Test } from 'tap'

export type { Test }

let fileTest: Test = tap
// Exported by its name, not by its value: a module of a later file sees that file's subtest.
export { fileTest as default }

/** Makes everything that is imported from now on a test of this subtest. */
export const use = (t: Test) => {
  fileTest = t
}
