/** Two newsrooms: a source with its own database, and a service that follows one of its blogs. */
import { connect, type Pool } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { ask } from './load/requests.ts'
import { addWriter, type Stage } from './stage/drill.ts'
import type { Service } from './stage/service.ts'

/** A service with its own database, whose blogs are followed. */
export interface Source {
  readonly source: Service
  readonly sourceSql: Pool
  /** Id of its administrator. */
  readonly writer: number
}

/** Starts the source. */
export const openSource = async ({ postgres, end, serve }: Stage): Promise<Source> => {
  await postgres.sql`create database source`
  const url = new URL(postgres.url)
  url.pathname = '/source'
  const sourceSql = connect({ url: url.href, max: 2 })
  end.teardown(() => sourceSql.end({ timeout: 1 }))
  await migrate(sourceSql)
  const { user } = await addWriter(sourceSql)
  return { source: await serve({ DATABASE_URL: url.href, FOLLOW: 'false' }), sourceSql, writer: user }
}

/** Lets a service follow a blog at an address. @returns the id of the sync */
export const startSync = async ({ origin }: Service, { token }: Stage, copy: number, uri: string): Promise<number> => {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const create = async (path: string, body: object): Promise<number> => {
    const options = { method: 'POST', headers, body: JSON.stringify(body) } as const
    const reply = await ask(`${origin}/resources/Desk/${path}.json`, options, [201])
    return Number(JSON.parse(`${reply.body}`).Id)
  }
  const body = { Name: `source of ${copy}`, Type: 'chained blog', URI: { href: uri } }
  const source = await create(`Blog/${copy}/Source`, body)
  return create('Sync', { Blog: copy, Source: source, Auto: true })
}
