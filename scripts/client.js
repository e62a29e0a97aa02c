// Builds the client package: clients/js/dist/ has what `npm pack ./clients/js` puts into its archive.
import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'
import { root } from './build.js'

const folder = `${root}clients/js`

rmSync(`${folder}/dist`, { recursive: true, force: true })
await build({
  entryPoints: [`${folder}/src/index.ts`],
  outfile: `${folder}/dist/index.js`,
  bundle: true,
  format: 'esm',
  target: 'es2020'
})
copyFileSync(`${root}LICENSE`, `${folder}/dist/LICENSE`)
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', `${folder}/tsconfig.build.json`], {
  stdio: 'inherit'
})
