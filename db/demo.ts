/** Loads the demo newsroom into a new database. */
import { loadArchive } from './demo/archive.ts'
import { loadDesk } from './demo/desk.ts'
import { electionNight } from './demo/election-night.ts'
import { harbourMarathon } from './demo/harbour-marathon.ts'
import type { DemoBlog } from './demo/newsroom.ts'
import { people } from './demo/people.ts'
import { stormWatch } from './demo/storm-watch.ts'
import type { Sql } from './client.ts'
import { NO_PASSWORD } from './secrets.ts'
import { users } from './users.ts'

/** One is live, one is closed, and one is in preparation. */
const blogs: readonly DemoBlog[] = [electionNight, harbourMarathon, stormWatch]

/**
 * Loads the people, blogs, posts and files of the demo. Must run in a transaction, so that all of it is loaded or none.
 * Nobody can log in as its users, who have no password.
 */
export const loadDemo = async (sql: Sql): Promise<void> => {
  const { add } = users(sql)
  const ids = new Map<string, number>()
  for (const person of people) ids.set(person.Name, await add({ ...person, PasswordHash: NO_PASSWORD }))
  const idOf = (name: string) => ids.get(name) ?? unknownUser(name)
  for (const blog of blogs) await loadBlog(sql, blog, idOf)
  await loadDesk(sql, idOf)
  await loadArchive(sql, idOf)
}

const unknownUser = (name: string): never => {
  throw new Error(`The demo newsroom has no user "${name}"`)
}

const loadBlog = async (sql: Sql, blog: DemoBlog, idOf: (name: string) => number) => {
  const [{ Id }] = await sql<[{ Id: number }]>`
    insert into blogs (type, language, creator, title, description, created_on, live_on, closed_on)
    select blog_types.id, languages.id, ${idOf(blog.creator)}, ${blog.title}, ${blog.description},
      ${blog.createdOn}, ${blog.liveOn ?? null}, ${blog.closedOn ?? null}
    from blog_types, languages
    where blog_types.name = 'default' and languages.code = ${blog.language}
    returning id`
  for (const { user, type } of blog.members) {
    await sql`
      insert into blog_collaborators (blog, collaborator, type)
      select ${Id}, id, ${type} from collaborators where "user" = ${idOf(user)}`
  }
  for (const { type, creator, content, meta, createdOn, publishedOn, updatedOn } of blog.posts) {
    await sql`
      insert into posts (blog, type, creator, author, content, meta, created_on, published_on, updated_on)
      select ${Id}, ${type}, ${idOf(creator)}, id, ${content}, ${JSON.stringify(meta ?? {})},
        ${createdOn}, ${publishedOn ?? null}, ${updatedOn ?? null}
      from collaborators where "user" = ${idOf(creator)}`
  }
}
