/**
 * Scripts of deploy/, with programs in the place of Docker and of PostgreSQL that note their commands. A script for the
 * container of PostgreSQL runs here.
 */
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { root } from '../support/root.ts'

/** Notes a command, and fails if it contains FAILS. There is a standby, and RUNNING lists the replicas that run. */
const DOCKER = `#!/bin/sh
case "$(basename "$0") $*" in
  'docker compose version') [ "$PLUGIN" = yes ]; exit ;;
  *' ps -q desk') printf "$RUNNING"; exit ;;
  *' config --services') echo postgres; echo replica; exit ;;
esac
echo "$(basename "$0") $*" | tr '\\n' ' ' | cut -c1-90 >>"$CALLS"
for last; do :; done
case "$*" in
  *"$FAILS"*) exit 1 ;;
  *' --entrypoint sh postgres '*) sh -euc "$last" ;;
esac
`

/** Notes a command. psql answers STANDBY to the question whether its server is one. */
const POSTGRES = `#!/bin/sh
echo "$(basename "$0") $*" >>"$CALLS"
case "$(basename "$0") $*" in
  *"$FAILS"*) exit 1 ;;
  *pg_is_in_recovery*) echo "$STANDBY" ;;
  pg_basebackup*)
    mkdir "$PGDATA.new"
    echo 18 >"$PGDATA.new/PG_VERSION"
    echo "synchronous_standby_names = 'standby'" >"$PGDATA.new/postgresql.auto.conf" ;;
esac
`

/** Deletes one file of a database, and stops the script, as an operator does who loses patience. */
const RM = `#!/bin/sh
for last; do :; done
if [ ! -e "$last/PG_VERSION" ]; then exec /bin/rm "$@"; fi
/bin/rm "$last/PG_VERSION"
kill -INT $PPID
`

/** Returns a function that runs a script of deploy/ and returns its exit code and the commands that it ran. */
const deployment = async (t: Test) => {
  const programs = {
    ...{ docker: DOCKER, 'docker-compose': DOCKER, chown: '#!/bin/sh' },
    ...{ psql: POSTGRES, pg_basebackup: POSTGRES, 'docker-entrypoint.sh': POSTGRES }
  }
  const folder = t.testdir({ bin: programs, backup: { 'desk.dump': 'PGDMP' } })
  const [bin, calls, backup] = [join(folder, 'bin'), join(folder, 'calls'), join(folder, 'backup')]
  const data = join(folder, 'data')
  for (const name of Object.keys(programs)) await chmod(join(bin, name), 0o755)
  spawnSync('tar', ['-cf', join(backup, 'files.tar'), '-C', backup, 'desk.dump'])
  const run = async (script: string, target: string, settings: Readonly<Record<string, string>> = {}) => {
    await writeFile(calls, '')
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, CALLS: calls, FAILS: 'nothing', PLUGIN: 'yes' }
    const { status } = spawnSync('bash', [`${root}/deploy/${script}`, target], {
      env: { ...env, PGDATA: data, RUNNING: '1\\n2\\n3\\n', ...settings }
    })
    const lines = (await readFile(calls, 'utf8')).trimEnd().split('\n')
    return { status, calls: lines.map((line) => line.trim()) }
  }
  return { run, backup, data, folder }
}

t.test('a restore that fails lets the service go on, with all its replicas', async (t) => {
  const { run, backup } = await deployment(t)
  const last = 'docker compose up -d --scale desk=3'
  const restored = await run('restore.sh', backup)
  t.equal(restored.calls.length, 5)
  t.match(restored, {
    status: 0,
    calls: ['docker compose stop desk', /tar -xf/, /up -d postgres/, /exec -T postgres/, last]
  })
  for (const [FAILS, calls] of [
    ['tar -xf', 3],
    ['pg_restore', 5]
  ] as const) {
    const failed = await run('restore.sh', backup, { FAILS })
    t.equal(failed.status, 1, FAILS)
    t.same(failed.calls, [...restored.calls.slice(0, calls - 1), last])
  }
})

t.test('a restored copy of the files of PostgreSQL is copied by the standby', async (t) => {
  const { run, backup, data } = await deployment(t)
  const settings = join(backup, 'postgresql.auto.conf')
  await writeFile(settings, "work_mem = '8MB'\nsynchronous_standby_names = 'standby'\n")
  spawnSync('tar', ['-czf', join(backup, 'base.tar.gz'), '-C', backup, 'postgresql.auto.conf'])
  const { status, calls } = await run('restore.sh', backup)
  t.equal(status, 0)
  const emptied = calls.findIndex((call) => /--entrypoint sh replica -c rm -rf/.test(call))
  t.match(calls.slice(emptied - 1), [/stop replica/, /rm -rf/, /up -d --scale desk=3/])
  t.ok(calls.findIndex((call) => /--entrypoint sh postgres/.test(call)) < emptied, 'after the restore')
  const restored = await readFile(join(data, 'postgresql.auto.conf'), 'utf8')
  t.equal(restored, "work_mem = '8MB'\n", 'its writes wait for no standby')
})

t.test('a restore that is interrupted while it deletes the old database has put the new one there', async (t) => {
  const { run, backup, data, folder } = await deployment(t)
  await mkdir(data)
  for (const [place, version] of [
    [data, '17'],
    [backup, '18']
  ] as const) {
    for (const name of ['PG_VERSION', 'postgresql.auto.conf']) await writeFile(join(place, name), version)
  }
  spawnSync('tar', ['-czf', join(backup, 'base.tar.gz'), '-C', backup, 'PG_VERSION', 'postgresql.auto.conf'])
  await writeFile(join(folder, 'bin', 'rm'), RM, { mode: 0o755 })
  const { status } = await run('restore.sh', backup)
  t.not(status, 0)
  t.equal(await readFile(join(data, 'PG_VERSION'), 'utf8'), '18')
})

t.test('a server without data becomes the standby of a primary, and takes no place of one that is lost', async (t) => {
  const { run, data } = await deployment(t)
  const start = (STANDBY: string, FAILS = 'nothing') =>
    run('postgres/start.sh', '', {
      ...{ PEER: 'replica', POSTGRES_USER: 'desk', POSTGRES_DB: 'desk', POSTGRES_PASSWORD: 'desk', STANDBY, FAILS }
    })
  t.match(await start('t'), { status: 1, calls: [/^psql .*in_recovery/] }, 'the standby must be promoted first')
  t.match(await start('f', 'alter system'), { status: 1 })
  const { calls } = await start('f')
  t.match(calls, [/in_recovery/, /^pg_basebackup/, /alter system set synch/, /^docker-entrypoint/])
  t.equal(await readFile(join(data, 'postgresql.auto.conf'), 'utf8'), '')
  t.match(await start('f'), { calls: [/^docker-entrypoint/] }, 'it has data now')
})

t.test('on a new machine, only a restore that succeeds starts the service', async (t) => {
  const { run, backup } = await deployment(t)
  t.equal((await run('restore.sh', backup, { RUNNING: '' })).calls.at(-1), 'docker compose up -d --scale desk=1')
  const { calls } = await run('restore.sh', backup, { RUNNING: '', FAILS: 'pg_restore' })
  t.match(calls.at(-1), /exec -T postgres/)
})

t.test('the scripts work with the plugin of docker, and with the older program', async (t) => {
  const { run, backup, folder } = await deployment(t)
  for (const [PLUGIN, start] of [
    ['yes', /^docker compose /],
    ['no', /^docker-compose /]
  ] as const) {
    for (const [script, target] of [
      ['backup.sh', join(folder, PLUGIN)],
      ['restore.sh', backup]
    ] as const) {
      const { status, calls } = await run(script, target, { PLUGIN })
      t.equal(status, 0, script)
      t.ok(calls.length > 1 && calls.every((call) => start.test(call)), `${script}: ${calls[0]}`)
    }
  }
})
