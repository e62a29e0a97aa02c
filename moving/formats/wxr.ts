/**
 * Reads WXR, the export of WordPress. Entries of the plugin Liveblog by Automattic are comments of an article: each
 * article becomes a blog. Their corrections and removals are comments too, which come after them in the file. Ordinary
 * posts become posts of a blog for the whole site.
 */
import { detached } from '../detached.ts'
import { lost, type Foreign, type ForeignBlog, type Loss } from '../foreign.ts'
import { withChannel } from './rss.ts'
import { entryOf, isEntry } from './wxr-entries.ts'
import { articleOf, lostParts, postOf, type Article, type People } from './wxr-posts.ts'
import { childText, elementsIn, isElement, syntaxLoss, type XmlElement } from './xml.ts'

/** Namespaces of all versions of WXR. */
const isWxr = ({ uri }: XmlElement) => uri.startsWith('http://wordpress.org/export/')

/** Authors that are remembered. */
const MAX_PEOPLE = 100_000

/** @param address identifies a site without an address */
export async function* readWxr(bytes: AsyncIterable<Uint8Array>, address: string): AsyncGenerator<Foreign> {
  const people: People & { readonly names: Map<string, string> } = { names: new Map() }
  let site: ForeignBlog = { kind: 'blog', id: address }
  let current: string | undefined
  let article: Article | undefined
  /** Returns the blog, if the values before it were of another one. */
  const inBlog = (blog: ForeignBlog): ForeignBlog[] => {
    const isOther = current !== blog.id
    current = blog.id
    return isOther ? [blog] : []
  }

  const options = { containers: ['rss', 'channel'], detached: ['comment'] }
  for await (const element of elementsIn(bytes, options)) {
    if (!isElement(element)) {
      yield syntaxLoss(element)
    } else if (element.name === 'comment' && element.parent !== undefined) {
      if (!isEntry(element)) yield ignoredComment(element)
      else {
        const isFirst = article?.element !== element.parent
        if (article === undefined || isFirst) article = articleOf(element.parent, site)
        yield* inBlog(article.blog)
        if (isFirst) yield* lostParts(element.parent, undefined)
        yield* entryOf(element, people, article.secrecy)
      }
    } else if (element.name === 'item') {
      if (article?.element === element) continue
      const results = postOf(element, people)
      if (results.some(({ kind }) => kind === 'post')) yield* inBlog(site)
      yield* results
    } else if (isWxr(element) && element.name === 'author') remember(people.names, element)
    else site = withSite(site, element)
  }
  if (current === undefined) yield site
}

/** The address of a site identifies it: its link changes with its settings. */
const withSite = (site: ForeignBlog, element: XmlElement): ForeignBlog => {
  const blog = withChannel(site, element)
  return { ...blog, language: blog.language?.replace('_', '-') }
}

const remember = (names: Map<string, string>, author: XmlElement) => {
  const name = childText(author, 'author_display_name') ?? childText(author, 'author_login')
  if (name === undefined || names.size >= MAX_PEOPLE) return
  for (const key of [childText(author, 'author_id'), childText(author, 'author_login')]) {
    if (key !== undefined) names.set(detached(key), detached(name))
  }
}

const ignoredComment = (comment: XmlElement): Loss => {
  const id = childText(comment, 'comment_id') ?? ''
  return lost(undefined, 'comment of a reader', `Comment ${id} of a reader was left out.`)
}
