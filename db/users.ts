/** Queries for users and their accounts. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Users } from '../schemas/user.ts'
import { acting, type Sql } from './client.ts'
import { collection } from './collection.ts'
import { insertOnce, WITHOUT_KEY, type Key, type Values, type Attempt } from './records.ts'

/** A new account with its person. */
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
  /** Name of the user's role. */
  Role?: string | undefined
}

/** The properties of a user that a login checks. */
export interface Account {
  Id: number
  Active: boolean
  PasswordHash: string
}

/** An account as `desk user list` shows it. */
export interface AccountRow {
  Id: number
  Name: string
  FullName?: string
  EMail?: string
  Active: boolean
  CreatedOn: Date
  /** Names of the roles that the user has directly, not by another role. */
  Roles: string[]
}

export const users = (sql: Sql) => {
  const rows = sql`(select *, not active as inactive from user_rows) as user_rows`
  const all = collection(sql, rows, Users, 'Id')

  return {
    ...all,

    /** Returns a page of users: only active ones, unless the query filters by `inactive`. */
    list(query: ListQuery) {
      const hasFilter = query.inactive !== undefined || query['inactive.value'] !== undefined
      return all.page(query, hasFilter ? sql`true` : sql`active`)
    },

    /** Returns the account with a login name; undefined if the account does not exist. */
    async account(name: string): Promise<Account | undefined> {
      const [account] = await sql<[Account?]>`select id, active, password_hash from users where name = ${name}`
      return account
    },

    /** Returns all accounts, ordered by login name. */
    accounts: () => sql<AccountRow[]>`
      select id, name, full_name, e_mail, active, created_on, array_to_json(array(
        select roles.name from user_roles join roles on roles.id = user_roles.role
        where user_roles."user" = user_rows.id order by roles.name
      )) as roles
      from user_rows order by name`,

    /**
     * Inserts a person, its user and the user's collaborator.
     * @returns the id, which person and user share. A repeated attempt returns the id of the first one.
     */
    async add(user: NewUser, attempt: Attempt = WITHOUT_KEY): Promise<number> {
      const { Name, PasswordHash, Active = true, CreatedOn = null, Role = null, Type = 'standard' } = user
      const { FirstName = null, LastName = null, EMail = null, PhoneNumber = null, Address = null } = user
      return insertOnce(
        sql,
        attempt,
        sql`
        person as (
          insert into persons (first_name, last_name, e_mail, phone_number, address)
          select ${FirstName}, ${LastName}, ${EMail}, ${PhoneNumber}, ${Address} from claimed where made is null
          returning id
        ), inserted as (
          insert into users (id, name, password_hash, active, created_on, type)
          select id, ${Name}, ${PasswordHash}, ${Active}, coalesce(${CreatedOn}, now()), ${Type} from person
          returning id
        ), collaborator as (
          insert into collaborators ("user", source)
          select inserted.id, sources.id from inserted, sources
          where sources.name = 'internal' and sources.type = 'internal'
        ), role as (
          insert into user_roles ("user", role)
          select inserted.id, roles.id from inserted, roles where roles.name = ${Role}
        )`
      )
    },

    /**
     * Changes a user and its person. Setting `Active` ends all sessions and API tokens of the user, by a trigger.
     * @param version the version that the user must still have; null stands for any
     * @returns whether the user still had the version, and no earlier attempt has changed it
     */
    async change({ Id = 0 }: Key, version: number | null, values: Values, attempt = WITHOUT_KEY): Promise<boolean> {
      const { user, key, request } = attempt
      const { Name = null, Type = null, Active = null, ...personal } = values
      const set = (property: string, column: string) => {
        const { [property]: value } = personal
        return value === undefined ? sql`${sql(column)}` : sql`${value}`
      }
      const { count } = await sql`
        with locked as materialized (
          select users.id from users join persons on persons.id = users.id
          where users.id = ${Id} and (${version}::integer is null or users.version + persons.version - 1 = ${version})
            and ${acting(sql)} and claim_key(${user}, ${key}, ${request}) is null
          for update
        ), person as (
          update persons set
            first_name = ${set('FirstName', 'first_name')}, last_name = ${set('LastName', 'last_name')},
            e_mail = ${set('EMail', 'e_mail')}, address = ${set('Address', 'address')},
            phone_number = ${set('PhoneNumber', 'phone_number')}
          where id in (select id from locked)
        ), account as (
          update users set name = coalesce(${Name}, name), type = coalesce(${Type}, type),
            active = coalesce(${Active}, active)
          where id in (select id from locked)
        )
        select settle_key(${user}, ${key}, id) from locked`
      return count > 0
    },

    /**
     * Sets a password. A trigger ends the user's sessions; API tokens stay valid.
     * @param oldHash the hash that the password must still have; null stands for any
     * @returns whether there is such a user, with that hash
     */
    async setPassword(name: string, passwordHash: string, oldHash: string | null): Promise<boolean> {
      const { count } = await sql`
        update users set password_hash = ${passwordHash}
        where name = ${name} and password_hash = coalesce(${oldHash}, password_hash) and ${acting(sql)}`
      return count > 0
    }
  }
}
