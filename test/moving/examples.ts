/** A small source in each format that is read from a file. */
import { blogLine, endLine, postLine } from '../../moving/formats/desk.ts'

const data = (text: string) => `<![CDATA[${text}]]>`

const entry = (id: number, text: string, more = '') =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${data('Ann')}</wp:comment_author>
<wp:comment_date_gmt>2026-01-02 03:04:0${id}</wp:comment_date_gmt><wp:comment_content>${data(text)}</wp:comment_content>
<wp:comment_approved>liveblog</wp:comment_approved><wp:comment_type>liveblog</wp:comment_type>${more}</wp:comment>`

const replacing = (id: number) =>
  `<wp:commentmeta><wp:meta_key>liveblog_replaces</wp:meta_key><wp:meta_value>${id}</wp:meta_value></wp:commentmeta>`

export const sources: Readonly<Record<string, string>> = {
  desk:
    blogLine({ kind: 'blog', id: 'https://desk.example/1', title: 'Blog', language: 'en', configuration: { a: 'b' } }) +
    [1, 2, 3]
      .map((id) =>
        postLine({
          kind: 'post',
          id: `${id}`,
          state: id === 2 ? 'deleted' : 'published',
          type: 'quote',
          content: '<p>Text</p>',
          meta: { annotation: 'Ann' },
          author: 'Ann <ann@example.org>',
          createdOn: new Date('2026-01-02T03:04:05Z'),
          publishedOn: new Date('2026-01-02T03:04:05Z'),
          position: `${id}.25`,
          isKeyPoint: true
        })
      )
      .join('') +
    endLine(3),
  atom: `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"
xmlns:at="http://purl.org/atompub/tombstones/1.0"><id>f</id><title>Blog</title>
<at:deleted-entry ref="e3" when="2026-01-02T03:04:05Z"/>
<entry><id>e2</id><title>Two &amp; more</title><updated>2026-01-02T03:04:05Z</updated>
<content type="xhtml"><div>A <b>b</b></div></content><author><name>Ann</name></author></entry>
<entry><id>e1</id><published>2026-01-02T03:04:05Z</published>
<content type="html">&lt;p&gt;One&lt;/p&gt;</content></entry>
</feed>`,
  rss: `<rss version="2.0"><channel><title>Blog</title><link>https://rss.example</link>
<item><guid>2</guid><title>Two</title><pubDate>Fri, 02 Jan 2026 04:05:06 +0100</pubDate></item>
<item><guid>1</guid><description>${data('<p>One &amp; two</p>')}</description></item></channel></rss>`,
  'json-feed': JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Blog',
    home_page_url: 'https://feed.example/',
    items: [
      { id: '2', content_text: 'Two', date_published: '2026-01-02T03:04:05Z', authors: [{ name: 'Ann' }] },
      { id: '1', content_html: '<p>One</p>', date_modified: '2026-01-02T03:04:05Z' }
    ]
  }),
  wxr: `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Site</title><link>https://wp.example</link>
<item><title>Live</title><guid>https://wp.example/?p=1</guid><wp:post_id>1</wp:post_id><wp:status>publish</wp:status>
${entry(1, 'One')}${entry(2, 'Two\n\nhttps://x.example/')}
${entry(3, 'One!', replacing(1))}${entry(4, '', replacing(2))}</item>
<item><title>Post</title><wp:post_id>9</wp:post_id><wp:status>publish</wp:status>
<content:encoded>${data('Text')}</content:encoded>
<wp:post_date_gmt>2026-01-02 03:04:05</wp:post_date_gmt></item></channel></rss>`,
  page: `<html><script type="application/ld+json">${JSON.stringify({
    '@type': 'LiveBlogPosting',
    url: 'https://page.example/',
    headline: 'Blog',
    liveBlogUpdate: [
      { '@id': '#2', headline: 'Two', articleBody: 'Text\nmore', datePublished: '2026-01-02T03:04:05Z', author: 'Ann' },
      { '@id': '#1', articleBody: 'One', image: 'https://page.example/a.jpg', datePublished: '2026-01-02T03:04:05Z' }
    ]
  })}</script></html>`
}
