/** Runs the commands of a Markdown document against a new service. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { freePort } from '../../db/embedded/index.ts'
import { root } from '../support/root.ts'
import { start, type Running } from '../../bench/stage/service.ts'
import { dataDir } from '../support/stage.ts'

const run = promisify(execFile)

/** A code block of a document. */
export interface Block {
  language: string
  text: string
}

/** A running service for the commands of a document. */
export interface Started extends Running {
  DATA_DIR: string
  /** Password of `admin`, which the first start printed. */
  password: string
  /** Replaces the address of the document's examples by the address of this service. */
  withAddress: (text: string) => string
  /** Returns the output of each command. They run as one script, so they can use variables of earlier commands. */
  outputsOf: (commands: readonly string[]) => Promise<string[]>
}

/** Returns the code blocks of a document, without those marked `docker`. */
export const blocksOf = async (path: string): Promise<Block[]> => {
  const document = await readFile(`${root}/${path}`, 'utf8')
  return [...document.matchAll(/^```(\w+)( docker)?\n([^]*?)^```$/gm)]
    .filter(([, , docker]) => docker === undefined)
    .map(([, language = '', , text = '']) => ({ language, text }))
}

/** Runs `npm start` on a free port with a new data folder, with the demo unless the settings say otherwise. */
export const startService = async (t: Test, settings: Readonly<Record<string, string>> = {}): Promise<Started> => {
  const port = await freePort()
  const withAddress = (text: string) => text.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
  const DATA_DIR = await dataDir(t)
  const service = await start(t, ['npm', 'start'], { PORT: `${port}`, DATA_DIR, DEMO: 'auto', ...settings })
  const [, password = ''] = /password (\S+);/.exec(service.output()) ?? []
  return {
    ...service,
    DATA_DIR,
    password,
    withAddress,
    async outputsOf(commands) {
      const script = commands.map((command) => `${withAddress(command)}\necho; echo ------`).join('\n')
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: root,
        maxBuffer: Infinity,
        env: {
          ...process.env,
          DATA_DIR,
          // The test deletes this folder with the data in it.
          TMPDIR: dirname(DATA_DIR),
          PASSWORD: password,
          PATH: `${process.env.PATH}:${root}/test/support/bin`
        }
      })
      const outputs = stdout.split('\n------\n').slice(0, -1)
      t.equal(outputs.length, commands.length)
      return outputs
    }
  }
}
