/** Gives each blog of a source an id by which the next run recognises it. */
import { lost, type Foreign, type ForeignBlog, type Loss } from '../foreign.ts'

/**
 * Yields the blogs and posts of a source, with ids for blogs that the source gives none. Feeds in files are often
 * called the same, and are saved again under another name, so the title counts more than the place.
 * @param place address of the source; undefined for standard input
 * @throws Error if nothing tells which blog a source is
 */
export async function* identified(items: AsyncIterable<Foreign>, place: string | undefined): AsyncGenerator<Foreign> {
  let hasBlog = false
  for await (const value of items) {
    if (value.kind === 'blog') {
      hasBlog = true
      const id = value.id === '' ? fallbackId(value, place) : value.id
      yield { ...value, id }
      if (id !== value.id) yield recognisedBy(value)
    } else {
      if (value.kind === 'post' && !hasBlog) {
        hasBlog = true
        yield { kind: 'blog', id: fallbackId({}, place) }
        yield recognisedBy({})
      }
      yield value
    }
  }
  if (!hasBlog) throw new Error('The source has no blog')
}

const fallbackId = ({ title }: Pick<ForeignBlog, 'title'>, place: string | undefined): string => {
  const id = title === undefined ? place : `urn:title:${encodeURIComponent(title)}`
  if (id === undefined) throw new Error(NAMELESS)
  return id
}

const NAMELESS =
  'Nothing in the source tells which blog it is: neither an id nor a link nor a title. ' +
  'Save it as a file and import that; later runs must find it at the same place'

const recognisedBy = ({ title }: Pick<ForeignBlog, 'title'>): Loss => {
  const by = title === undefined ? 'place' : `title, “${title}”`
  return lost(
    undefined,
    'identity',
    `The source has neither an id nor a link: the next run recognises it by its ${by}.`
  )
}
