/** The author of copied posts. */
import type { Sql } from '../client.ts'

/** Returns the collaborator that stands for a source, and inserts it if necessary. It is the author of copied posts. */
export const collaboratorFor = async (sql: Sql, source: number): Promise<number> => {
  const [existing] = await sql<[{ Id: number }?]>`
    select id from collaborators where source = ${source} and "user" is null`
  if (existing !== undefined) return existing.Id
  const [{ Id }] = await sql<[{ Id: number }]>`
    insert into collaborators (source) values (${source})
    on conflict ("user", source) do update set source = excluded.source returning id`
  return Id
}
