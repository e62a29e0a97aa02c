/** Lists of pages for search engines (https://www.sitemaps.org/protocol.html). */
import { scriptOf } from '../locales.ts'
import { DECLARATION, elementWith, textElement } from '../representation/xml.ts'

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9'

const urlset = elementWith('urlset', 'xmlns')
const newsUrlset = elementWith('urlset', 'xmlns', 'xmlns:news')
const url = elementWith('url')
const news = elementWith('news:news')
const publication = elementWith('news:publication')
const loc = textElement('loc')
const lastmod = textElement('lastmod')
const newsName = textElement('news:name')
const newsLanguage = textElement('news:language')
const newsDate = textElement('news:publication_date')
const newsTitle = textElement('news:title')

/** A page in a list. */
export interface ListedPage {
  readonly address: string
  readonly modified?: Date
}

/** A page of news in a list. */
export interface NewsPage {
  readonly address: string
  readonly title: string
  /** Language tag (BCP 47). */
  readonly language: string
  readonly published: Date
}

/** Returns a list of pages. */
export const sitemap = (pages: readonly ListedPage[]): string =>
  DECLARATION +
  urlset(
    [SITEMAP],
    pages
      .map(({ address, modified }) => url([], loc(address) + (modified ? lastmod(modified.toISOString()) : '')))
      .join('')
  )

/** Returns a list of news (https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap). */
export const newsSitemap = (publicationName: string, pages: readonly NewsPage[]): string =>
  DECLARATION + newsUrlset([SITEMAP, NEWS], pages.map((page) => newsUrl(publicationName, page)).join(''))

const newsUrl = (name: string, { address, title, language, published }: NewsPage) => {
  const of = publication([], newsName(name) + newsLanguage(languageIn(language)))
  return url([], loc(address) + news([], of + newsDate(published.toISOString()) + newsTitle(title)))
}

/** Returns a language as the format knows it: without region, but with one for the two kinds of Chinese. */
const languageIn = (tag: string): string => {
  const [language = ''] = tag.toLowerCase().split('-')
  if (language !== 'zh') return language
  return scriptOf(tag) === 'Hant' ? 'zh-tw' : 'zh-cn'
}
