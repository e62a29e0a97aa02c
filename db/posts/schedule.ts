/** Publishes drafts whose time has come. */
import type { Sql } from '../client.ts'

export const schedule = (sql: Sql) => ({
  /**
   * Publishes the draft that has been due for the longest time, by the clock of the database. One statement, which
   * locks the blog before the post, like every change of a post. If several processes run it at once, one publishes
   * the draft; the others wait for the lock, and then find that it is published.
   * @returns the id of the post; undefined if no draft of an open blog is due
   */
  async publishNext(): Promise<number | undefined> {
    const [post] = await sql<[{ Id: number }?]>`
      with due as materialized (
        select posts.id from posts join blogs on blogs.id = posts.blog
        where publish_on <= now() and closed_on is null
        order by publish_on, posts.id limit 1
        for no key update of blogs
      )
      update posts set published_on = now() from due
      where posts.id = due.id and publish_on <= now()
      returning posts.id`
    return post?.Id
  }
})
