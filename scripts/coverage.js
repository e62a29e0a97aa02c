// Runs the tests and prints the coverage of lines and branches, for each source folder and each file.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Report } from 'c8'
import { root } from './compile.js'

const SOURCE_FOLDERS = ['plugins', 'routes', 'schemas', 'db', 'commands']
const RAW = `${root}.tap/v8`

rmSync(RAW, { recursive: true, force: true })
mkdirSync(RAW, { recursive: true })
const { status } = spawnSync(process.execPath, [`${root}scripts/test.js`, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_V8_COVERAGE: RAW }
})
for (const name of readdirSync(RAW)) removeForeignCode(`${RAW}/${name}`)
process.chdir(root)
const report = new Report({
  tempDirectory: RAW,
  reporter: [],
  include: ['*.ts', ...SOURCE_FOLDERS.map((folder) => `${folder}/**/*.ts`)],
  exclude: [],
  excludeAfterRemap: true,
  mergeAsync: true
})
printCoverage(await report.getCoverageMapFromAllCoverageFiles())
process.exitCode = status ?? 1

/** Removes packages, tests and scripts from the raw coverage of a process. The remaining files have source maps. */
function removeForeignCode(path) {
  const folders = SOURCE_FOLDERS.join('|')
  const sources = new RegExp(`^${pathToFileURL(root).href}(dist|dist-tests)/((${folders})/.+|[^/]+)\\.js$`)
  const { result, 'source-map-cache': maps = {} } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(
    path,
    JSON.stringify({
      result: result.filter(({ url }) => sources.test(url)),
      'source-map-cache': Object.fromEntries(Object.entries(maps).filter(([url]) => sources.test(url)))
    })
  )
}

function printCoverage(map) {
  const files = map.files().sort()
  const folderOf = (file) =>
    SOURCE_FOLDERS.find((folder) => relative(root, file).startsWith(`${folder}/`)) ?? 'top level'
  const filesByFolder = Object.fromEntries(
    [...SOURCE_FOLDERS, 'top level'].map((folder) => [folder, files.filter((file) => folderOf(file) === folder)])
  )
  console.log(row('', 'lines', 'branches'))
  for (const [folder, members] of Object.entries({ ...filesByFolder, total: files })) {
    const summaries = members.map((file) => map.fileCoverageFor(file).toSummary())
    console.log(row(folder, shareOf(summaries, 'lines'), shareOf(summaries, 'branches')))
  }
  const unloaded = sourceFiles().filter((path) => !files.includes(`${root}${path}`))
  if (unloaded.length > 0) console.log(`\nNot loaded by any test, or without code: ${unloaded.join(', ')}`)
  console.log('\nFiles with lines or branches that no test reaches:')
  for (const file of files) {
    const coverage = map.fileCoverageFor(file)
    const { lines, branches } = coverage.toSummary()
    if (lines.pct === 100 && branches.pct === 100) continue
    const uncovered = coverage.getUncoveredLines().join(' ')
    console.log(`${row(relative(root, file), `${lines.pct} %`, `${branches.pct} %`)}  ${uncovered}`)
  }
}

function sourceFiles() {
  return [
    ...readdirSync(root),
    ...SOURCE_FOLDERS.flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`)
    )
  ].filter((path) => path.endsWith('.ts'))
}

/** @param kind 'lines' or 'branches' */
function shareOf(summaries, kind) {
  const sum = (part) => summaries.reduce((total, summary) => total + summary[kind][part], 0)
  return `${((100 * sum('covered')) / Math.max(1, sum('total'))).toFixed(1)} %`
}

function row(name, lines, branches) {
  return `${name.padEnd(48)}${lines.padStart(10)}${branches.padStart(10)}`
}
