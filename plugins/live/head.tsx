/** The head of a page for readers: what it says about itself to search engines and other sites. */
import type { ComponentChildren } from 'preact'
import { plainText, shortened } from '../pages/markup.tsx'
import type { Picture } from '../pages/pictures.ts'
import type { LivePage } from './live-page.ts'
import { Assets } from './parts.tsx'

/** Maximum length of a page's description, in characters. */
const DESCRIPTION = 200

/** Returns a text as the description of a page. */
export const descriptionOf = (text: string): string => shortened(text.replaceAll('\n', ' '), DESCRIPTION)

/** Returns the description of the pages of a blog. */
export const blogDescription = ({ blog }: LivePage): string => descriptionOf(plainText(blog.Description))

/** Returns the Open Graph properties of a picture. */
export const pictureProperties = (picture: Picture | undefined): Readonly<Record<string, string | undefined>> => ({
  'og:image': picture?.address,
  'og:image:width': picture?.size?.width.toString(),
  'og:image:height': picture?.size?.height.toString(),
  'og:image:alt': picture?.alt
})

interface HeadProps {
  readonly page: LivePage
  readonly headline: string
  readonly description: string
  /** Further Open Graph properties. Empty ones are left out. */
  readonly properties?: Readonly<Record<string, string | undefined>>
  readonly children?: ComponentChildren
}

export const Head = ({ page, headline, description, properties, children }: HeadProps) => {
  const all: Readonly<Record<string, string | undefined>> = {
    'og:site_name': page.siteName,
    'og:type': 'article',
    'og:title': headline,
    'og:description': description,
    'og:url': page.address,
    ...properties
  }
  return (
    <>
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      <link rel="canonical" href={page.address} />
      {Object.entries(all).map(([property, content]) =>
        content === undefined || content === '' ? null : <meta key={property} property={property} content={content} />
      )}
      <Assets {...page} />
      {children}
    </>
  )
}
