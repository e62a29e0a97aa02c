/** The commands that a document shows, run against a service as its reader would run them. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { freePort } from '../../db/embedded/index.ts'
import { root } from '../support/root.ts'
import { dataDir, start, type Running } from '../support/service.ts'

const run = promisify(execFile)

/** A piece of code in a document, and what it is written in. */
export interface Block {
  language: string
  text: string
}

/** The service that a reader has started. */
export interface Started extends Running {
  DATA_DIR: string
  /** What the first start printed. */
  password: string
  /** A text of the document with the address of this service. */
  here: (text: string) => string
  /** What each command prints. They are one script: the session of one is used in the next. */
  outputsOf: (commands: readonly string[]) => Promise<string[]>
}

/** The code of a document; what needs docker is marked so, and left to `deploy/`. */
export const blocksOf = async (path: string): Promise<Block[]> => {
  const document = await readFile(`${root}/${path}`, 'utf8')
  return [...document.matchAll(/^```(\w+)( docker)?\n([^]*?)^```$/gm)]
    .filter(([, , docker]) => docker === undefined)
    .map(([, language = '', , text = '']) => ({ language, text }))
}

/** `npm start` for the first time, on a port and in a folder of its own. @param DEMO the setting of that name */
export const startService = async (t: Test, { DEMO = 'auto' } = {}): Promise<Started> => {
  const port = await freePort()
  const here = (text: string) => text.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
  const DATA_DIR = await dataDir(t)
  const service = await start(t, ['npm', 'start'], { PORT: `${port}`, DATA_DIR, DEMO })
  const [, password = ''] = /password (\S+);/.exec(service.output()) ?? []
  return {
    ...service,
    DATA_DIR,
    password,
    here,
    async outputsOf(commands) {
      const script = commands.map((command) => `${here(command)}\necho; echo ------`).join('\n')
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: root,
        maxBuffer: Infinity,
        env: { ...process.env, DATA_DIR, PASSWORD: password, PATH: `${process.env.PATH}:${root}/test/support/bin` }
      })
      const outputs = stdout.split('\n------\n').slice(0, -1)
      t.equal(outputs.length, commands.length)
      return outputs
    }
  }
}
