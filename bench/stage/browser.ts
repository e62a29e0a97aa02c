/** Opens Chromium. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'
import { root } from './ending.ts'

/** Chromium without a screen, that sends nothing to its maker. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync']
]
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
]

/** Pages are in the same time zone on each machine. */
const ZONE = { TZ: 'UTC' }

/** Folder of the package's browser, with the libraries and fonts that a machine may lack. */
const UNPACKED = join(root, 'node_modules/@sparticuz/chromium/unpacked')

/** Unpacks the browser, and also the libraries, which the package does only if it seems to run at its usual place. */
const UNPACK = `import chromium from '@sparticuz/chromium'
chromium.setGraphicsMode = false
await chromium.executablePath()`
const USUAL_PLACE = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }

/**
 * Unpacks the browser of the package once. A folder with the final name is complete, even if an earlier process was
 * killed while it unpacked.
 */
const unpack = async (): Promise<void> => {
  if (existsSync(UNPACKED)) return
  const folder = await mkdtemp(`${UNPACKED}-`)
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: root,
    env: { ...process.env, ...USUAL_PLACE, TMPDIR: folder }
  })
  // The package's own fonts.conf names /tmp/fonts, and Chromium ends if it finds no font.
  const fonts = `<dir>${UNPACKED}/fonts</dir><cachedir>${UNPACKED}/fonts-cache</cachedir>`
  await writeFile(join(folder, 'fonts.conf'), `<fontconfig>${fonts}</fontconfig>`)
  try {
    await rename(folder, UNPACKED)
  } catch (error) {
    if (!existsSync(UNPACKED)) throw error
    // Another process was faster.
    await rm(folder, { recursive: true })
  }
}

/**
 * Opens the browser of the package for Linux on x64, else an installed one; undefined without either. CHROMIUM can name
 * another one: pictures are made with the fonts of a whole system.
 */
export const openBrowser = async (): Promise<Browser | undefined> => {
  const { CHROMIUM } = process.env
  if (CHROMIUM !== undefined) return launch(CHROMIUM)
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const executablePath = INSTALLED.find((path) => existsSync(path))
    return executablePath === undefined ? undefined : launch(executablePath)
  }
  await unpack()
  const folders = {
    LD_LIBRARY_PATH: join(UNPACKED, 'al2023/lib'),
    FONTCONFIG_FILE: join(UNPACKED, 'fonts.conf')
  }
  // It crashes now and then if two start at once.
  const launchUnpacked = () => launch(join(UNPACKED, 'chromium'), folders)
  return launchUnpacked().catch(launchUnpacked)
}

const launch = (executablePath: string, env: Readonly<Record<string, string>> = {}): Promise<Browser> =>
  chromium.launch({ executablePath, args: FLAGS, env: { ...process.env, ...ZONE, ...env } })
