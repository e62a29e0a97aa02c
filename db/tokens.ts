/** Queries for API tokens: sessions that do not expire. Users make limited ones, the command line unlimited ones. */
import type { Static } from 'typebox'
import { Tokens } from '../schemas/token.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { acting, type Sql } from './client.ts'
import { collection } from './collection.ts'
import { hasValues } from './criteria.ts'
import { insertOnce, type Attempt } from './records.ts'
import { hashToken } from './sessions.ts'

/** A token that a user makes. */
type NewToken = Static<typeof Tokens.creation> & { readonly User: number }

/** An API token as `desk token list` shows it. */
export interface TokenOverview {
  /** The first 12 hexadecimal digits of the token's hash. The token itself isn't stored. */
  Id: string
  /** Login name. */
  User: string
  Purpose: string
  CreatedOn: Date
  LastUsedOn?: Date
}

export const tokens = (sql: Sql) => {
  const rows = sql`(
    select left(encode(token_hash, 'hex'), 12) as id, name, coalesce(allows, 'everything') as allows, created_on,
      nullif(accessed_on, created_on) as last_used_on, blog, "user"
    from sessions where expires_on is null
  ) as tokens`
  const all = collection(sql, rows, Tokens, 'User', 'Id')

  const overview = sql`
    select tokens.id, users.name as "user", tokens.name as purpose, tokens.created_on, tokens.last_used_on
    from ${rows} join users on users.id = tokens."user"`

  return {
    ...all,

    /** Returns a page of the tokens of all users, or of one, the oldest first. */
    list: (query: ListQuery, ofUser: { readonly User?: number } = {}) =>
      all.page(query, hasValues(sql, ofUser), sql`created_on, id`),

    /**
     * Stores a limited token.
     * @returns the token's row; undefined if an earlier attempt has made one, which nobody can show again
     */
    async add(attempt: Attempt, { User, Name, Allows, Blog }: NewToken, token: string) {
      const hash = hashToken(token)
      await insertOnce(
        sql,
        attempt,
        sql`inserted as (
        insert into sessions (token_hash, "user", name, allows, blog)
        select ${hash}, ${User}, ${Name}, ${Allows}, ${Blog ?? null} from claimed where made is null
        returning "user" as id
      )`
      )
      return all.findBy({ User, Id: hash.subarray(0, 6).toString('hex') })
    },

    /** Revokes a token of a user. Returns whether there was such a token. */
    async revoke(userId: number, id: string): Promise<boolean> {
      const { count } = await sql`
        delete from sessions
        where "user" = ${userId} and expires_on is null and left(encode(token_hash, 'hex'), 12) = ${id}
          and ${acting(sql)}`
      return count > 0
    },

    /** Stores a token without limits. Returns its id; undefined if there is no active user of the name. */
    async addUnlimited(userName: string, purpose: string, token: string): Promise<string | undefined> {
      const hash = hashToken(token)
      const { count } = await sql`
        insert into sessions (token_hash, "user", name)
        select ${hash}, id, ${purpose} from users where name = ${userName} and active`
      return count > 0 ? hash.subarray(0, 6).toString('hex') : undefined
    },

    /** Returns all tokens, the oldest first. */
    overview: () => sql<TokenOverview[]>`${overview} order by tokens.created_on, tokens.id`,

    /**
     * Revokes the token whose hash begins with the digits `id`. Revokes nothing if several tokens match.
     * @returns the matching tokens
     */
    revokeMatch: (id: string) => sql<TokenOverview[]>`
      with matches as (
        select token_hash from sessions
        where expires_on is null and starts_with(encode(token_hash, 'hex'), ${id})
      ), revoked as (
        delete from sessions
        where token_hash in (select token_hash from matches) and (select count(*) from matches) = 1
      )
      ${overview} where tokens.id in (select left(encode(token_hash, 'hex'), 12) from matches)`
  }
}
