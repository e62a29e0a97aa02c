/** Runs the parts of a suite, the test files of the folder that has its name, in the process of the suite. */
import { readdir } from 'node:fs/promises'
import t from 'tap'

/**
 * Runs them one after the other. They load the service once; in separate processes, small files take twice the time.
 * @param suite address of the file of the suite, such as `test/routes/families.test.ts` for `test/routes/families/`
 */
export const runParts = async (suite: string): Promise<void> => {
  const folder = new URL(suite.replace(/\.test\.ts$/, '/'))
  // A teardown would end the suite as soon as nothing runs, which is also so between two parts.
  t.teardown = t.after.bind(t)
  for (const name of (await readdir(folder)).sort()) {
    if (name.endsWith('.test.ts')) await import(`${folder.href}${name}`)
  }
  t.end()
}
