/** A filter of a list, given the value that an item shows, finds that item and only items that show the value. */
import t from 'tap'
import { build, documentOf, type Document, type Value } from '../../support/index.ts'
import { crawl, type Link } from '../../support/crawl.ts'

const HOST = 'desk.example'
const { get, sql } = await build(t)

/** Returns the items of a list. */
const itemsOf = (list: Document): readonly Document[] =>
  Object.values(list).flatMap((member) =>
    Array.isArray(member) ? member.filter((item) => typeof item === 'object') : []
  )

/** Returns the property that a criterion compares if both have the same name, in camel and in Pascal case. */
const propertyOf = (criterion: string) => criterion.charAt(0).toUpperCase() + criterion.slice(1)

/** Whether a value is a text that a filter can be given. */
const isText = (value: Value | undefined): value is string => typeof value === 'string' && value !== ''

/** Whether a filter may find this: keywords ignore case, and the path of an action finds those below it. */
const matches = (other: string, value: string) =>
  other.toLowerCase() === value.toLowerCase() || other.startsWith(`${value}.`)

t.test('each filter compares the property of its name', async (t) => {
  const shapeOf = (address: string) => new URL(address).pathname.replace(/\/\d+(?=\/|$)/g, '/*')
  // Enough items of each kind that the last of them has something in its lists.
  const extent = { follows: ({ href }: Link) => href.startsWith(`http://${HOST}/resources`), shapeOf, sample: 15 }
  const visits = await crawl((path) => get(path, { host: HOST }), `http://${HOST}/resources`, extent)
  const lists = new Map(
    visits
      .filter(({ content }) => content.root.endsWith('List'))
      .map(({ address }) => [shapeOf(address), new URL(address).pathname])
  )
  let count = 0
  for (const path of lists.values()) {
    const read = async (query: string) =>
      itemsOf(documentOf(await get(`${path}?X-Filter=*&X-Format-DateTime=iso&limit=1000&${query}`)))
    const items = await read('')
    const parameters = itemsOf(documentOf(await get(`${path}?params=show`)))
    for (const criterion of parameters.map(({ Name }) => String(Name)).filter((name) => /^\w+$/.test(name))) {
      const property = propertyOf(criterion)
      const value = items.map((item) => item[property]).find(isText)
      if (value === undefined) continue
      const found = await read(`${criterion}=${encodeURIComponent(value)}`)
      const others = found.map((item) => String(item[property])).filter((other) => !matches(other, value))
      t.ok(found.length > 0 && others.length === 0, `${path}: ${criterion}=${value} finds ${found.length}, ${others}`)
      count += 1
    }
  }
  t.ok(count > 100, `${count} filters`)
})

// No property shows it.
t.test('users and collaborators are found by whether their account is closed', async (t) => {
  await sql`update users set active = name <> 'folake'`
  const [closed] = await sql<[{ FullName: string }]>`select full_name from user_rows where not active`
  for (const [list, criterion, property] of [
    ['HR/User', 'inactive', 'FullName'],
    ['Data/Collaborator', 'qu.inactive', 'Name']
  ] as const) {
    const namesOf = async (query: string) => {
      const items = itemsOf(documentOf(await get(`/resources/${list}?X-Filter=${property}&${query}`)))
      return items.map((item) => item[property])
    }
    t.same(await namesOf(`${criterion}=true`), [closed.FullName])
    for (const query of ['', `${criterion}=false`]) {
      const names = await namesOf(query)
      t.ok(names.length > 1 && !names.includes(closed.FullName), `${list}?${query}: ${names}`)
    }
  }
})
