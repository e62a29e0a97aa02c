/** Publishes drafts whose time has come. */
import type { Sql } from '../client.ts'

export const schedule = (sql: Sql) => ({
  /**
   * Publishes the draft that has been due for the longest time, by the clock of the database. One statement, which
   * locks the blog before it chooses the post, so that those of a blog keep their order. If several processes run it at
   * once, one publishes the draft; the others pass it over, or wait for the lock and then find that it is published.
   * @param waits whether to wait for a blog that is locked, not to pass over its drafts
   * @returns the id of the post; undefined if no draft of an open blog is due
   */
  async publishNext(waits: boolean): Promise<number | undefined> {
    const [post] = await sql<[{ Id: number }?]>`
      with first as materialized (
        select blogs.id
        from blogs join (
          select blog, min(publish_on) as publish_on from posts where publish_on <= now() group by blog
        ) as due on due.blog = blogs.id
        where closed_on is null
        order by due.publish_on limit 1
        for no key update of blogs ${waits ? sql`` : sql`skip locked`}
      ), next as materialized (
        select id from posts
        where blog = (select id from first) and publish_on <= now()
        order by publish_on, id limit 1
      )
      update posts set published_on = now() from next
      where posts.id = next.id and publish_on <= now()
      returning posts.id`
    return post?.Id
  }
})
