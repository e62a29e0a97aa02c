/** Queries for pictures of copied posts that are in the archive. */
import type { Sql } from './client.ts'

/** @param source id of the source of the posts */
export const copiedPictures = (sql: Sql, source: number) => ({
  /** Lets others that bring a picture of the source wait until this transaction ends, so that they find it. */
  lock: () => sql`select from sources where id = ${source} for no key update`,

  /**
   * Returns the address of a picture in the archive; undefined if it is not there.
   * @param address hash of its address at the source
   */
  async contentOf(address: string): Promise<string | undefined> {
    const [row] = await sql<[{ Content: string }?]>`
      select content from copied_pictures join meta_data on meta_data.id = copied_pictures.meta_data
      where source = ${source} and address = ${address}`
    return row?.Content
  },

  /** Notes that a picture is in the archive. */
  add: (address: string, metaData: number) => sql`
    insert into copied_pictures (source, address, meta_data) values (${source}, ${address}, ${metaData})`
})
