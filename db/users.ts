/** Users and their accounts. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { User, UserCriteria } from '../schemas/user.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import type { Attempt } from './idempotency-keys.ts'
import { makeOnce, type Key, type Values } from './records.ts'

/** What a new account needs. */
export interface NewUser {
  Name: string
  PasswordHash: string
  FirstName?: string | undefined
  LastName?: string | undefined
  EMail?: string | undefined
  PhoneNumber?: string | undefined
  Address?: string | undefined
  Active?: boolean
  CreatedOn?: Date
  Type?: string
  /** The name of a role. */
  Role?: string | undefined
}

/** What a login is checked against. */
export interface Account {
  Id: number
  Active: boolean
  PasswordHash: string
}

/** An attempt that has no key. */
const ONCE: Attempt = { user: 0, key: null, request: '' }

/** An account as the operator sees it. */
export interface AccountRow {
  Id: number
  Name: string
  FullName?: string
  EMail?: string
  Active: boolean
  CreatedOn: Date
  /** The names of the roles that the user was given. */
  Roles: string[]
}

/** Queries for users. */
export const users = (sql: Sql) => {
  const rows = sql`(select *, not active as inactive from user_rows) as user_rows`
  const all = collection(sql, rows, User, 'Id', UserCriteria)

  return {
    ...all,

    /** The active users, unless the query asks for the others. */
    list(query: ListQuery) {
      const isAsked = query.inactive !== undefined || query['inactive.value'] !== undefined
      return all.list(query, isAsked ? sql`true` : sql`active`)
    },

    /** The account of a login name. */
    async account(name: string): Promise<Account | undefined> {
      const [account] = await sql<[Account?]>`select id, active, password_hash from users where name = ${name}`
      return account
    },

    /** All accounts, by name. */
    accounts: () => sql<AccountRow[]>`
      select id, name, full_name, e_mail, active, created_on, array_to_json(array(
        select roles.name from user_roles join roles on roles.id = user_roles.role
        where user_roles."user" = user_rows.id order by roles.name
      )) as roles
      from user_rows order by name`,

    /**
     * Makes a person, its user and the user's collaborator, once for all attempts.
     * @returns the id that person and user share
     */
    async add(user: NewUser, attempt: Attempt = ONCE): Promise<number> {
      const { Name, PasswordHash, Active = true, CreatedOn = null, Role = null, Type = 'standard' } = user
      const { FirstName = null, LastName = null, EMail = null, PhoneNumber = null, Address = null } = user
      return makeOnce(
        sql,
        attempt,
        sql`
        person as (
          insert into persons (first_name, last_name, e_mail, phone_number, address)
          select ${FirstName}, ${LastName}, ${EMail}, ${PhoneNumber}, ${Address} from claimed where made is null
          returning id
        ), fresh as (
          insert into users (id, name, password_hash, active, created_on, type)
          select id, ${Name}, ${PasswordHash}, ${Active}, coalesce(${CreatedOn}, now()), ${Type} from person
          returning id
        ), collaborator as (
          insert into collaborators ("user", source)
          select fresh.id, sources.id from fresh, sources
          where sources.name = 'internal' and sources.type = 'internal'
        ), role as (
          insert into user_roles ("user", role)
          select fresh.id, roles.id from fresh, roles where roles.name = ${Role}
        )`
      )
    },

    /**
     * Changes a person and its user. Closing an account ends its sessions and tokens.
     * @param version the one that the user must still have; null stands for any
     * @returns whether the user still had it
     */
    async change({ Id = 0 }: Key, version: number | null, values: Values): Promise<boolean> {
      const { Name = null, Type = null, Active = null, ...personal } = values
      const set = (property: string, column: string) => {
        const { [property]: value } = personal
        return value === undefined ? sql`${sql(column)}` : sql`${value}`
      }
      const [{ IsDone }] = await sql<[{ IsDone: boolean }]>`
        with seen as materialized (
          select users.id from users join persons on persons.id = users.id
          where users.id = ${Id} and (${version}::integer is null or users.version + persons.version - 1 = ${version})
          for update
        ), person as (
          update persons set first_name = ${set('FirstName', 'first_name')}, last_name = ${set('LastName', 'last_name')},
            e_mail = ${set('EMail', 'e_mail')}, address = ${set('Address', 'address')},
            phone_number = ${set('PhoneNumber', 'phone_number')}
          where id in (select id from seen)
        ), account as (
          update users set name = coalesce(${Name}, name), type = coalesce(${Type}, type),
            active = coalesce(${Active}, active)
          where id in (select id from seen)
        ), ended as (delete from sessions where ${Active === false} and "user" in (select id from seen))
        select exists (select from seen) as is_done`
      return IsDone
    },

    /** Sets a password and ends the user's sessions; API tokens stay. @returns whether there is such a user */
    async setPassword(name: string, passwordHash: string): Promise<boolean> {
      const { count } = await sql`
        with account as (update users set password_hash = ${passwordHash} where name = ${name} returning id),
        ended as (delete from sessions where expires_on is not null and "user" in (select id from account))
        select id from account`
      return count > 0
    },

    /** Disables an account and ends its sessions and tokens. @returns whether there is such a user */
    async disable(name: string): Promise<boolean> {
      const { count } = await sql`
        with account as (update users set active = false where name = ${name} returning id),
        ended as (delete from sessions where "user" in (select id from account))
        select id from account`
      return count > 0
    },

    /** Opens a disabled account again. @returns whether there is such a user */
    async enable(name: string): Promise<boolean> {
      const { count } = await sql`update users set active = true where name = ${name}`
      return count > 0
    }
  }
}
