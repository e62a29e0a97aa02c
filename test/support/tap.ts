/**
 * Exports the parent test of a file's tests: tap itself, or a subtest named after the file if several files share a
 * process (see `together.ts`). Test files import this instead of tap.
 */
import tap, { type Test } from 'tap'

export type { Test }

/**
 * Stops tap from following every promise and timer to learn which test an uncaught error belongs to. That takes a tenth
 * of the processor time. Without it, an uncaught error ends the process, and the run fails with its stack.
 */
const stopFollowing = ({ hookDomain }: Test) => {
  hookDomain.destroy()
}
// With its output, tap begins to follow what happens outside all tests.
tap.pipe(process.stdout)
tap.hook.onDestroy?.()
stopFollowing(tap)
tap.beforeEach(stopFollowing)

let fileTest: Test = tap
// A live binding, not `export default fileTest`: each file that is imported later sees its own subtest.
export { fileTest as default }

/** Sets the parent test of all files that are imported from now on. */
export const use = (t: Test) => {
  fileTest = t
}
