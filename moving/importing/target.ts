/** Chooses the blog and the source of an import, and makes them if necessary. */
import { createHash } from 'node:crypto'
import type { Pool } from '../../db/client.ts'
import { transact } from '../../db/transactions.ts'
import { importTargets, type ImportedBlog } from '../../db/imports/target.ts'
import { languages } from '../../db/languages.ts'
import { clip } from '../../plugins/refusals.ts'
import { toXmlText, isXmlText } from '../../schemas/language/lexical.ts'
import { MAX_CONTENT } from '../../schemas/post.ts'
import { lost, type ForeignBlog, type Loss } from '../foreign.ts'
import { objectFrom } from '../../schemas/language/rows.ts'

/** Facts that the operator gives about the blog. All are optional if the source or an earlier import tells it. */
export interface Wishes {
  /** Id of an existing blog. */
  readonly blog?: number | undefined
  /** Id of the user in whose name blog and posts are stored. */
  readonly creator?: number | undefined
  /** Id of the language of a new blog. */
  readonly language?: number | undefined
  /** Title of a new blog. */
  readonly title?: string | undefined
}

/** Returns the id of the creator of an existing blog. */
type CreatorOf = (blog: number) => Promise<number>

const MAX_NAME = 255
const MAX_LINK = 2000
const MAX_CONFIGURATION = { name: 190, value: 1024 }

/** Returns the title of a new blog. */
export const titleOf = (blog: ForeignBlog, { title }: Wishes): string =>
  toXmlText(title ?? blog.title?.replace(/\s+/g, ' ').trim() ?? '').slice(0, MAX_NAME) || 'Imported blog'

/** Returns the URI of the source of an import: the id of the blog at its service, or its hash if it is too long. */
const uriOf = ({ id }: ForeignBlog): string =>
  id.length <= MAX_NAME && isXmlText(id) ? id : `urn:sha256:${createHash('sha256').update(id).digest('hex')}`

export const targets = (sql: Pool, wishes: Wishes) => {
  const languageOf = async ({ language = '' }: ForeignBlog): Promise<number> => {
    const { idOf, codes } = languages(sql)
    const [first = ''] = language.split(/[-_]/)
    for (const code of [language, first]) {
      const id = await idOf(code)
      if (id !== undefined) return id
    }
    const languageCodes = (await codes()).join(', ')
    throw new Error(
      language === ''
        ? `The source does not say in which language it is: give --language with one of ${languageCodes}`
        : `Desk has no language ${language}: give --language with one of ${languageCodes}`
    )
  }

  /** Chooses the blog, unless it must be made, and the properties of a new one. */
  const choose = async (blog: ForeignBlog, creatorOf: CreatorOf) => {
    const existing = wishes.blog ?? (await importTargets(sql).blogOf(uriOf(blog)))
    const creator = wishes.creator ?? (existing && (await creatorOf(existing)))
    if (creator === undefined) throw new Error('The import makes a new blog: give its creator with --creator')
    const language = existing === undefined ? (wishes.language ?? (await languageOf(blog))) : 0
    return { existing, creator, language }
  }

  return {
    /**
     * Returns the blog and the source that exist.
     * @throws Error if the operator must say more
     */
    async find(blog: ForeignBlog, creatorOf: CreatorOf) {
      const { existing } = await choose(blog, creatorOf)
      return { blog: existing, source: await importTargets(sql).sourceOf(uriOf(blog)) }
    },

    /**
     * Makes the blog, unless it exists, which `isNew` tells, and attaches the source to it.
     * @throws Error if the operator must say more
     */
    async prepare(blog: ForeignBlog, creatorOf: CreatorOf) {
      const chosen = await choose(blog, creatorOf)
      const { creator, language } = chosen
      const uri = uriOf(blog)
      return transact(sql, async (transaction) => {
        const { addBlog, attach, blogOf, lock } = importTargets(transaction)
        await lock(uri)
        const existing = chosen.existing ?? (await blogOf(uri))
        const title = titleOf(blog, wishes)
        const id = existing ?? (await addBlog(newBlog(blog, { title, language, creator })))
        return { ...(await attach(id, creator, uri, title)), isNew: existing === undefined }
      })
    }
  }
}

/**
 * Returns the properties of a source that a new blog does not take over.
 * @param types the names of all types of blogs
 */
export const lossesOf = (blog: ForeignBlog, types: ReadonlySet<string>): Loss[] => {
  const { outputLink, embedConfig, configuration = {}, description = '', type, people = [] } = blog
  const losses: Loss[] = []
  const report = (what: string, why: string) => losses.push(lost(undefined, what, why))
  if (type !== undefined && !types.has(type)) {
    report('type of the blog', `Desk has no type ${JSON.stringify(clip(type))}: the blog has the first one.`)
  }
  for (const { name, role } of people.filter(({ role }) => role !== 'Creator')) {
    report('people', `${clip(name)} (${clip(role)}) is not a member here: people need accounts.`)
  }
  if (outputLink !== webAddressOf(outputLink)) {
    report('output link', 'The address of the page of the blog was left out.')
  }
  if (embedConfig !== settingsOf(embedConfig)) report('embed settings', 'The settings of the embed were left out.')
  if (description.length > MAX_CONTENT) report('length', `Only ${MAX_CONTENT} characters of the description were kept.`)
  const accepted = configurationOf(blog)
  for (const name of Object.keys(configuration).filter((name) => !Object.hasOwn(accepted, name))) {
    report('configuration', `The value of ${JSON.stringify(clip(name))} was left out: Desk cannot store it.`)
  }
  return losses
}

const newBlog = (blog: ForeignBlog, chosen: Pick<ImportedBlog, 'title' | 'language' | 'creator'>): ImportedBlog => ({
  ...blog,
  ...chosen,
  description: toXmlText(blog.description ?? '').slice(0, MAX_CONTENT),
  createdOn: blog.createdOn ?? blog.liveOn,
  outputLink: webAddressOf(blog.outputLink),
  embedConfig: settingsOf(blog.embedConfig),
  configuration: configurationOf(blog)
})

const webAddressOf = (address: string | undefined) =>
  address !== undefined && address.length <= MAX_LINK && isXmlText(address) ? address : undefined

const settingsOf = (text: string | undefined) =>
  text !== undefined && text.length <= MAX_CONTENT && isXmlText(text) && objectFrom(text) !== undefined
    ? text
    : undefined

/** Returns the values of the configuration that Desk accepts. */
const configurationOf = ({ configuration = {} }: ForeignBlog): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(configuration).filter(
      ([name, value]) =>
        name.length <= MAX_CONFIGURATION.name &&
        value.length <= MAX_CONFIGURATION.value &&
        !/^$|^\.\.?$|\.(xml|json)$/i.test(name) &&
        isXmlText(name + value)
    )
  )
