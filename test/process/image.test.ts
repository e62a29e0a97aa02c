/** The image builds from the files that .dockerignore leaves. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { root } from '../support/root.ts'

t.test('the folder that the image is built from has all that the build reads', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-image-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n')
  const ignored = lines.filter((line) => line !== '' && !line.startsWith('#') && !line.includes('*'))
  const isIgnored = (path: string) => ignored.some((name) => path === name || path.startsWith(`${name}/`))
  await cp(root, folder, {
    recursive: true,
    filter: (path) => !isIgnored(relative(root, path).split(sep).join('/')) && !path.includes('/.tap')
  })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await promisify(execFile)(process.execPath, ['scripts/build.js'], { cwd: folder })
  t.match(await readFile(join(folder, 'dist/server.js'), 'utf8'), /import/)
})

t.test('the image has the licenses of its packages, and no manuals', async (t) => {
  const [remove = ''] = /find node_modules[^&]*/.exec(await readFile(join(root, 'Dockerfile'), 'utf8')) ?? []
  const files = [
    'LICENSE.md',
    'license-mit.MD',
    'LICENCE',
    'Notice.md',
    'README.md',
    'index.js',
    'index.d.ts',
    'a.js.map'
  ]
  const cwd = t.testdir({ node_modules: { some: Object.fromEntries(files.map((name) => [name, name])) } })
  await promisify(execFile)('sh', ['-c', remove], { cwd })
  const left = await readdir(join(cwd, 'node_modules/some'))
  t.same(left.sort(), ['LICENCE', 'LICENSE.md', 'Notice.md', 'index.js', 'license-mit.MD'])
})
