/** Rows of all queries fit their schemas. TypeScript cannot check the type argument of `sql<Row[]>`; this test does. */
import { readdir } from 'node:fs/promises'
import type { TProperties, TSchema } from 'typebox'
import t from 'tap'
import type { Pool } from '../../../db/client.ts'
import { blogs } from '../../../db/blogs.ts'
import { dataPosts } from '../../../db/posts/data-posts.ts'
import { languages } from '../../../db/languages.ts'
import { posts } from '../../../db/posts/blog-posts.ts'
import { MAX_INTEGER } from '../../../schemas/language/vocabulary.ts'
import type { AnyList, AnyModel } from '../../../schemas/language/models.ts'
import { build, numberFrom, words } from '../../support/index.ts'
import { code } from '../../support/root.ts'
import { annotationsOf, isLegal, isList, requiredOf, variablesOf } from '../../support/rows.ts'
import { readsOf } from '../reads.ts'

/** Files of db/ without queries for documents. */
const TOOLS = words`
  address.ts change-feed.ts changes.ts client.ts collection.ts criteria.ts demo.ts locales.ts migrate.ts open.ts
  records.ts refused-data.ts posts/lists.ts secrets.ts sessions.ts transactions.ts webhook-queue.ts`

/** Types of the values that queries add to rows and that documents do not show. */
const ADDED: Readonly<Record<string, string>> = {
  ...{ Trimmed: 'boolean', showsDrafts: 'boolean', isAhead: 'boolean', isComplete: 'boolean' },
  ...{ PublishedCId: 'number', snapshot: 'string' }
}

/**
 * Returns the faults of a row.
 * @param added properties that the query adds to a list's items, and documents do not show
 */
const faultsOf = (schema: AnyModel | AnyList, row: unknown, added: TProperties = {}): string[] => {
  if (!isRow(row)) return [`is ${typeof row}`]
  const items = isList(schema) ? itemFaults(schema, row.items, added) : []
  const addressed = isList(schema) || schema.wire.self === null ? [] : variablesOf(schema.wire.self)
  return [
    ...requiredOf(schema)
      .filter((name) => row[name] === undefined)
      .map((name) => `${name} is missing`),
    ...Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .flatMap(([name, value]) => {
        const type: string = typeof value
        if (name in ADDED) return type === ADDED[name] ? [] : [`${name} is no ${ADDED[name]}`]
        const property = schema.properties[name]
        if (property !== undefined) return isList(schema) && name === 'items' ? [] : valueFaults(name, property, value)
        return addressed.includes(name) && Number.isInteger(value) ? [] : [`${name} is not in the schema`]
      }),
    ...items
  ]
}

/**
 * Returns the faults of the items of a list. An item has the properties of its address and of the next page's
 * address; it has all properties if it has no address.
 */
const itemFaults = (
  {
    listWire: {
      child: { model, self },
      keyset
    }
  }: AnyList,
  items: unknown,
  added: TProperties
): string[] => {
  if (!Array.isArray(items)) return ['items are not a list']
  if (self === null) return items.flatMap((item) => faultsOf(model, item))
  return items.flatMap((item: unknown) => {
    if (!isRow(item)) return [`an item is ${typeof item}`]
    const names = Object.keys(item).sort().join()
    const faults = Object.entries(item).flatMap(([name, value]) =>
      valueFaults(name, added[name] ?? model.properties[name] ?? {}, value)
    )
    const expected = new Set([
      ...variablesOf(self),
      ...(keyset === null ? [] : [keyset.property]),
      ...Object.keys(added)
    ])
    return names === [...expected].sort().join() ? faults : [`an item has ${names}`, ...faults]
  })
}

const valueFaults = (name: string, property: TSchema, value: unknown): string[] => {
  const { lexical, file, values, minimum = 0, maximum = MAX_INTEGER } = annotationsOf(property)
  if (values !== undefined) {
    return Array.isArray(value)
      ? value.flatMap((member: unknown) => valueFaults(name, values, member))
      : [`${name} is not a list`]
  }
  const fits = file === true ? typeof value === 'string' : fitsAs(lexical, value, minimum, maximum)
  return fits ? [] : [`${name} is ${JSON.stringify(value)}, not a value with lexical ${String(lexical)}`]
}

const fitsAs = (lexical: unknown, value: unknown, minimum: number, maximum: number): boolean => {
  switch (lexical) {
    case 'integer':
      return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
    case 'flag':
      return typeof value === 'boolean'
    case 'moment':
      return value instanceof Date && !Number.isNaN(value.getTime())
    case 'decimal':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
    case 'text':
      return typeof value === 'string' && [...value].every((character) => isLegal(character.codePointAt(0) ?? 0))
    default:
      return false
  }
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes posts so that they are in every state and one has no author. Adds a language with territory, and a token. */
const addEdgeCases = async (sql: Pool) => {
  await sql`update posts set deleted_on = now() where id in (select min(id) from posts group by blog)`
  await sql`update posts set published_on = null where id in (select max(id) from posts group by blog)`
  await sql`insert into posts (blog, creator, content) values (1, 1, 'without an author')`
  await sql`insert into languages (code) values ('zh_Hant_TW')`
  await sql`insert into sessions (token_hash, "user", name) values (sha256('x'), 1, 'a program')`
  await sql`
    insert into parked_changes (sync, foreign_id, kind, reason, change)
    values (1, '7', 'refused', 'It is too long.', '{"state": "published", "content": "x"}')`
  await sql`insert into webhooks (blog, creator, address, secret) values (1, 1, 'https://a.example/', 'whsec_')`
  await sql`insert into webhooks (creator, address, secret) values (1, 'https://b.example/', 'whsec_')`
  await sql`update webhook_states set failures = 1, failing_since = now(), error = 'The receiver cannot be reached'`
  await sql`
    insert into webhook_deliveries (webhook, blog, since, c_id, kinds)
    select id, blog, 0, 1, 'published' from webhooks where blog is not null`
  await sql`insert into webhook_deliveries (webhook, status, tried_on, delivered_on) values (1, 200, now(), now())`
}

t.test('the rows of all queries fit their schemas', async (t) => {
  const { sql } = await build(t)
  await addEdgeCases(sql)
  const reads = readsOf(sql)

  t.test('every query that reads rows is in test/contract/reads.ts', async (t) => {
    const folder = new URL('db/', code)
    const names: string[] = []
    const files = [
      ...(await readdir(folder)),
      ...(await readdir(new URL('posts/', folder))).map((name) => `posts/${name}`)
    ].filter((name) => name.endsWith('.ts'))
    const unexpected = TOOLS.filter((name) => !files.includes(name))
    t.same(unexpected, [], 'every file in TOOLS exists')
    for (const file of files.filter((name) => !TOOLS.includes(name))) {
      const exported: Record<string, unknown> = await import(new URL(file, folder).href)
      for (const [name, factory] of Object.entries(exported)) {
        if (typeof factory !== 'function') continue
        const queries: unknown = factory(sql)
        if (!isRow(queries)) throw new TypeError(`${file}: ${name}() returns no queries`)
        // `findBy` returns the same rows as `find`.
        names.push(
          ...Object.keys(queries)
            .filter((query) => /^(find(?!By)|list|load|icon)/.test(query))
            .map((query) => `${name}.${query}`)
        )
      }
    }
    t.same(names.sort(), Object.keys(reads).sort())
  })

  for (const [name, [schemas, read, added]] of Object.entries(reads)) {
    t.test(`${name} returns rows that fit their schemas`, async (t) => {
      const rows = await read()
      t.ok(rows.length > 0, `${rows.length} rows`)
      const faults = rows.map(
        (row) =>
          schemas.map((schema) => faultsOf(schema, row, added)).sort((a, b) => a.length - b.length)[0] ?? ['no schema']
      )
      t.same([...new Set(faults.flat())], [])
      for (const schema of schemas) {
        const holds = rows.some((row) => faultsOf(schema, row, added).length === 0)
        t.ok(holds, 'there is a row of each of its schemas')
      }
    })
  }

  t.test('a list without its attributes has only items', async (t) => {
    const page = { offset: 0, limit: 2, detailed: false }
    for (const list of [
      await blogs(sql).list(page),
      await dataPosts(sql).list('all', page),
      await posts(sql).list(1, 'all', page)
    ]) {
      const unexpected = Object.keys(list ?? {}).filter((name) => !(name in ADDED))
      t.same(unexpected, ['items'])
      t.equal(list?.items.length, 2)
    }
  })

  t.test('a list with its attributes has all of them', async (t) => {
    const page = { offset: 1, limit: 2, detailed: true }
    t.match(await blogs(sql).list(page), { total: 3, limit: 2, offset: 1, items: { length: 2 } })
    t.same(
      Object.keys((await posts(sql).list(1, 'all', page)) ?? {})
        .filter((name) => !(name in ADDED))
        .sort(),
      ['items', 'lastCId', 'limit', 'offset', 'offsetMore', 'total']
    )
  })

  t.test('a row omits properties that are null in the database', async (t) => {
    t.equal(await blogs(sql).find(999), undefined)
    t.equal(await posts(sql).find(1, 999999), undefined)
    t.equal(await posts(sql).list(999, 'all', { offset: 0, limit: 1, detailed: true }), undefined)
    const Id = await numberFrom(sql`select id from languages where code = 'zh_Hant_TW'`)
    t.match(await languages(sql).find(Id), { Territory: /./, Script: /./ })
    const withoutAuthor = (await sql<{ Id: number }[]>`select id from posts where author is null`).map(({ Id }) => Id)
    const shown = await posts(sql).find(1, withoutAuthor[0] ?? 0)
    t.match(shown, { AuthorName: 'admin', Author: undefined, AuthorPerson: 1 })
  })
})
