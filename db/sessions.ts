/** Queries for sessions, and for what their users may do. Sessions are stored under the hash of their token. */
import { createHash } from 'node:crypto'
import type { Client } from '../schemas/audit-entry.ts'
import type { Allowance } from '../schemas/token.ts'
import type { Sql } from './client.ts'
import type { Account } from './users.ts'

/** A session expires when it has not been used for this long. */
const IDLE_LIMIT = '1 hour'
/** A session expires this long after the login, used or not. */
const ABSOLUTE_LIMIT = '12 hours'
/** Maximum number of sessions of a user. */
const MAX_SESSIONS = 50

/** The user of a session or an API token. */
export interface SessionUser {
  Id: number
  Name: string
  Client: Extract<Client, 'browser' | 'program' | 'token' | 'assistant'>
  /** Name of the API token. */
  Token?: string
  /** The most that the API token allows; undefined if it allows everything that its user may do. */
  Allows?: Allowance
  /** The one blog that the API token is for. */
  Blog?: number
}

/** A session that has begun. */
export interface Session {
  User: number
  CreatedOn: Date
  ExpiresOn: Date
}

/** The permissions of a user in a blog. */
export interface BlogPermissions {
  /** Whether the blog is closed, and so refuses new posts. */
  IsClosed: boolean
  /** Whether the user may insert posts: the blog's creator, a member, or a user with the right `Livedesk edit`. */
  MayPost: boolean
  /** Whether the user may publish: the blog's creator, its Administrator, or a user with the right `Livedesk edit`. */
  MayPublish: boolean
}

export const sessions = (sql: Sql) => {
  // API tokens are sessions without `expires_on`, and never expire.
  const hasExpired = sql`(expires_on is not null
    and (expires_on <= now() or accessed_on <= now() - ${IDLE_LIMIT}::interval))`

  /** Returns the active user of a valid session, and whether the time of its last use should be updated. */
  const findSession = async (token: string) => {
    const [session] = await sql<[(SessionUser & { IsStale: boolean })?]>`
      select users.id, users.name, sessions.name as token, allows, blog,
        case when expires_on is null then 'token' when is_browser then 'browser' else 'program' end as client,
        sessions.accessed_on < now() - interval '1 minute'
        or (expires_on is null and sessions.accessed_on = sessions.created_on) as is_stale
      from sessions
      join users on users.id = sessions."user"
      where sessions.token_hash = ${hashToken(token)} and users.active and not ${hasExpired}`
    return session
  }

  return {
    /**
     * Starts a session, of a browser or a program, and deletes all expired ones. If the user has too many, the one that
     * was not used for the longest time ends.
     * @returns undefined if the account was closed or got a new password since it was read
     */
    async begin({ Id, PasswordHash }: Account, token: string, isBrowser = false): Promise<Session | undefined> {
      const [session] = await sql<[Session?]>`
        with swept as (delete from sessions where ${hasExpired}), ended as (
          delete from sessions where token_hash in (
            select token_hash from sessions where "user" = ${Id} and expires_on is not null
            order by accessed_on desc offset ${MAX_SESSIONS - 1}
          )
        )
        insert into sessions (token_hash, "user", is_browser, expires_on)
        select ${hashToken(token)}, id, ${isBrowser}, now() + ${ABSOLUTE_LIMIT}::interval from users
        where id = ${Id} and active and password_hash = ${PasswordHash} for share
        returning "user", created_on, expires_on`
      return session
    },

    /**
     * Returns the active user of a valid session, and extends the session. To save writes, the time of use is stored
     * once a minute at most, and at the first use of an API token.
     */
    async userOf(token: string): Promise<SessionUser | undefined> {
      const session = await findSession(token)
      if (session === undefined) return undefined
      const { IsStale, ...user } = session
      if (IsStale) await sql`update sessions set accessed_on = now() where token_hash = ${hashToken(token)}`
      return user
    },

    /** Returns whether a session is valid and its user active. Does not extend the session. */
    async isAlive(token: string): Promise<boolean> {
      return (await findSession(token)) !== undefined
    },

    /** Ends a session. Returns whether there was one. API tokens stay valid until they are revoked. */
    async end(token: string): Promise<boolean> {
      const { count } =
        await sql`delete from sessions where token_hash = ${hashToken(token)} and expires_on is not null`
      return count > 0
    },

    /** Returns the names of the rights that a user has, directly or by a role. */
    async rightsOf(userId: number): Promise<ReadonlySet<string>> {
      const rows = await sql<{ Name: string }[]>`
        select name from rights where id in (select "right" from rights_held where "user" = ${userId})`
      return new Set(rows.map(({ Name }) => Name))
    },

    /** Returns the permissions of a user in a blog; undefined if there is no such blog. */
    async permissionsIn(userId: number, blogId: number): Promise<BlogPermissions | undefined> {
      const [permissions] = await sql<[BlogPermissions?]>`
        with editor as (
          select exists (
            select from rights_held join rights on rights.id = rights_held."right"
            where rights_held."user" = ${userId} and rights.name = 'Livedesk edit'
          ) as may
        ), memberships as (
          select type from blog_collaborators
          join collaborators on collaborators.id = blog_collaborators.collaborator
          where blog_collaborators.blog = ${blogId} and collaborators."user" = ${userId}
        )
        select closed_on is not null as is_closed,
          creator = ${userId} or editor.may or exists (select from memberships) as may_post,
          creator = ${userId} or editor.may or exists (
            select from memberships where type = 'Administrator'
          ) as may_publish
        from blogs, editor
        where blogs.id = ${blogId}`
      return permissions
    }
  }
}

/** Returns the hash under which a token is stored. SHA-256 is enough, because nobody can guess 256 random bits. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
