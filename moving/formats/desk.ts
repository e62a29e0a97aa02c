/**
 * Desk's own format of a blog, in which it leaves one service and enters another (docs/moving.md): lines of JSON. The
 * first line is the blog, each of the following is a post, and the last line counts the posts, so that a file that was
 * cut off is noticed. Readers ignore members that they don't know.
 */
import {
  lost,
  type Foreign,
  type ForeignBlog,
  type ForeignFile,
  type ForeignPerson,
  type ForeignPost,
  type ForeignState,
  type Loss
} from '../foreign.ts'
import { objectFrom } from '../../schemas/language/rows.ts'
import { dateIn, flagIn, objectIn, objectsIn, textIn, type JsonObject } from './json.ts'
import { linesOf, type Line } from './lines.ts'
import { unreadableDatesIn } from './losses.ts'

/** The version of the format. It grows when a reader of an earlier version would misunderstand a file. */
export const VERSION = 1

/** Returns a blog as the first line of a file, with the line's end. Moments are texts in ISO 8601, as JSON has them. */
export const blogLine = (blog: ForeignBlog): string => write({ ...blog, kind: 'desk-blog', version: VERSION })

/**
 * Returns a post as a line, with the line's end. Posts come in the order of their change numbers. `meta` is an object,
 * or its text where `JSON.stringify` would write the object in another way.
 */
export const postLine = ({ metaText, ...post }: ForeignPost): string => write({ ...post, meta: metaText ?? post.meta })

/** Returns the last line of a file. */
export const endLine = (posts: number): string => write({ kind: 'end', posts })

const write = (line: object) => `${JSON.stringify(line)}\n`

/** Characters that a line may have: a post of the greatest length, with all its characters escaped. */
const MAX_LINE = 4 * 1024 * 1024

/** Reads a blog in Desk's format. @throws Error if the first line says that this version cannot read it */
export async function* readDesk(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Foreign> {
  let count = 0
  let isEnded = false
  for await (const line of linesOf(bytes, MAX_LINE)) {
    const value = line.text === undefined ? undefined : objectFrom(line.text)
    if (value?.kind === 'desk-blog') yield blogFrom(value)
    else if (value?.kind === 'end') isEnded = value.posts === count
    else {
      count += 1
      const post = value?.kind === 'post' ? postFrom(value, line) : unreadable(line, 'is not a line of a blog')
      yield post
      if (value !== undefined && post.kind === 'post') yield* unreadableDatesIn(post.id, value, POST_DATES)
    }
  }
  if (!isEnded) yield lost(undefined, 'missing posts', 'The file was cut off: its last line is missing.')
}

const unreadable = ({ number }: Line, why: string): Loss => lost(undefined, 'unreadable line', `Line ${number} ${why}.`)

const blogFrom = (line: JsonObject): ForeignBlog => {
  const { version } = line
  if (typeof version !== 'number') throw new Error('The first line of the file must state a version, such as 1')
  if (version > VERSION) {
    throw new Error(`The file has version ${version}; this service reads versions up to ${VERSION}`)
  }
  return {
    kind: 'blog',
    id: textIn(line, 'id') ?? '',
    title: textIn(line, 'title'),
    type: textIn(line, 'type'),
    description: textIn(line, 'description'),
    language: textIn(line, 'language'),
    createdOn: dateIn(line, 'createdOn'),
    updatedOn: dateIn(line, 'updatedOn'),
    liveOn: dateIn(line, 'liveOn'),
    startsOn: dateIn(line, 'startsOn'),
    closedOn: dateIn(line, 'closedOn'),
    outputLink: textIn(line, 'outputLink'),
    embedConfig: textIn(line, 'embedConfig'),
    configuration: Object.fromEntries(
      Object.entries(objectIn(line, 'configuration') ?? {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string'
      )
    ),
    people: line.people === undefined ? undefined : objectsIn(line, 'people').flatMap(personFrom)
  }
}

const POST_DATES = [
  ...['createdOn', 'publishedOn', 'updatedOn', 'deletedOn'],
  ...['withdrawnOn', 'submittedOn', 'publishOn', 'pinnedOn']
]

const STATES: readonly ForeignState[] = ['draft', 'published', 'withdrawn', 'deleted']

const postFrom = (line: JsonObject, place: Line): ForeignPost | Loss => {
  const id = textIn(line, 'id')
  const state = STATES.find((state) => state === line.state)
  if (id === undefined) return unreadable(place, 'has no id')
  if (state === undefined) return { ...unreadable(place, `has none of the states ${STATES.join(', ')}`), post: id }
  const { meta } = line
  const pinnedOn = dateIn(line, 'pinnedOn')
  const metaText = typeof meta === 'string' && objectFrom(meta) !== undefined ? meta : undefined
  return {
    kind: 'post',
    id,
    uuid: textIn(line, 'uuid'),
    state,
    type: textIn(line, 'type') ?? 'normal',
    content: textIn(line, 'content') ?? '',
    meta: objectIn(line, 'meta') ?? objectFrom(metaText ?? '') ?? {},
    metaText,
    author: textIn(line, 'author'),
    createdOn: dateIn(line, 'createdOn'),
    publishedOn: dateIn(line, 'publishedOn'),
    updatedOn: dateIn(line, 'updatedOn'),
    deletedOn: dateIn(line, 'deletedOn'),
    withdrawnOn: dateIn(line, 'withdrawnOn'),
    submittedOn: dateIn(line, 'submittedOn'),
    publishOn: dateIn(line, 'publishOn'),
    returnNote: textIn(line, 'returnNote'),
    commentSource: textIn(line, 'commentSource'),
    position: textIn(line, 'position'),
    pinnedOn,
    // An export has the whole state of a post: a property that is absent no longer holds.
    isPinned: pinnedOn !== undefined,
    isKeyPoint: flagIn(line, 'isKeyPoint') ?? false,
    media: objectsIn(line, 'media').flatMap(fileFrom)
  }
}

const personFrom = (person: JsonObject): ForeignPerson[] => {
  const [name, role] = [textIn(person, 'name'), textIn(person, 'role')]
  return name === undefined || role === undefined ? [] : [{ name, role }]
}

const fileFrom = (file: JsonObject): ForeignFile[] => {
  // Versions before 1.10.6 left out the slash with which the post has it.
  const address = textIn(file, 'address')?.replace(/^content\//, '/content/')
  return address === undefined ? [] : [{ address, file: textIn(file, 'file'), sha256: textIn(file, 'sha256') }]
}
