// Runs the tests and says what of the sources they reach: per room and file, lines and branches.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Report } from 'c8'
import { FOLDER, root } from './compile-tests.js'

const ROOMS = ['plugins', 'routes', 'schemas', 'db', 'commands']
const RAW = `${root}.tap/v8`

rmSync(RAW, { recursive: true, force: true })
mkdirSync(RAW, { recursive: true })
const { status } = spawnSync(process.execPath, [`${root}scripts/test.js`, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_V8_COVERAGE: RAW }
})
for (const name of readdirSync(RAW)) keepSources(`${RAW}/${name}`)
process.chdir(root)
const report = new Report({
  tempDirectory: RAW,
  reporter: [],
  include: ['*.ts', ...ROOMS.map((room) => `${room}/**/*.ts`)],
  exclude: [],
  excludeAfterRemap: true,
  mergeAsync: true
})
printCoverage(await report.getCoverageMapFromAllCoverageFiles())
process.exitCode = status ?? 1

/** Drops packages, tests and scripts from what a process has noted. What is left has a map to the sources. */
function keepSources(path) {
  const rooms = ROOMS.join('|')
  const wanted = new RegExp(`^${pathToFileURL(root).href}(dist|${FOLDER})/((${rooms})/.+|[^/]+)\\.js$`)
  const { result, 'source-map-cache': maps = {} } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(
    path,
    JSON.stringify({
      result: result.filter(({ url }) => wanted.test(url)),
      'source-map-cache': Object.fromEntries(Object.entries(maps).filter(([url]) => wanted.test(url)))
    })
  )
}

function printCoverage(map) {
  const files = map.files().sort()
  const roomOf = (file) => ROOMS.find((room) => relative(root, file).startsWith(`${room}/`)) ?? 'top level'
  const rooms = Object.fromEntries(
    [...ROOMS, 'top level'].map((room) => [room, files.filter((file) => roomOf(file) === room)])
  )
  console.log(row('', 'lines', 'branches'))
  for (const [room, inRoom] of Object.entries({ ...rooms, total: files })) {
    const summaries = inRoom.map((file) => map.fileCoverageFor(file).toSummary())
    console.log(row(room, shareOf(summaries, 'lines'), shareOf(summaries, 'branches')))
  }
  const unloaded = sourcesOf().filter((path) => !files.includes(`${root}${path}`))
  if (unloaded.length > 0) console.log(`\nNot loaded by any test, or without code: ${unloaded.join(', ')}`)
  console.log('\nFiles with lines or branches that no test reaches:')
  for (const file of files) {
    const coverage = map.fileCoverageFor(file)
    const { lines, branches } = coverage.toSummary()
    if (lines.pct === 100 && branches.pct === 100) continue
    const missed = coverage.getUncoveredLines().join(' ')
    console.log(`${row(relative(root, file), `${lines.pct} %`, `${branches.pct} %`)}  ${missed}`)
  }
}

function sourcesOf() {
  return [
    ...readdirSync(root),
    ...ROOMS.flatMap((room) => readdirSync(`${root}${room}`, { recursive: true }).map((name) => `${room}/${name}`))
  ].filter((path) => path.endsWith('.ts'))
}

function shareOf(summaries, what) {
  const sum = (part) => summaries.reduce((total, summary) => total + summary[what][part], 0)
  return `${((100 * sum('covered')) / Math.max(1, sum('total'))).toFixed(1)} %`
}

function row(name, lines, branches) {
  return `${name.padEnd(48)}${lines.padStart(10)}${branches.padStart(10)}`
}
