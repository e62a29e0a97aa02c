/** A small source in each format: files, and the documents of services. */
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

/** A small blog of a service. */
export interface ServiceExample {
  /** Path of the blog. */
  readonly blog: string
  readonly posts: number
  /** Documents by path, with the query of the first page. */
  readonly documents: Readonly<Record<string, string>>
}

/** Returns a post as Live Blog 2 sends it. */
export const liveBlog2Post = (id: number, more = {}) => ({
  href: `http://old.example/${id}`,
  Id: String(id),
  Uuid: `6a1fd5a56d0a4e0f8b4952ad0e0a1d${id}f`,
  IsPublished: 'True',
  Order: `${id}.5`,
  Type: { href: 'x', Key: 'quote' },
  Content: '<p>Text</p>',
  Meta: '{"annotation": "Ann"}',
  AuthorName: 'Ann Lee',
  CreatedOn: '3/5/13 3:04 PM',
  PublishedOn: '2013-03-05T15:05:00Z',
  ...more
})

const liveBlog3Post = (id: string, items: object[], more = {}) => ({
  _id: id,
  _created: '2026-01-02T03:00:00+00:00',
  published_date: '2026-01-02T03:01:00+00:00',
  order: 4.25,
  lb_highlight: true,
  items,
  publisher: { display_name: 'Ann Lee', email: 'ann@example.org' },
  ...more
})

const LB3 = '/api/v2/client_blogs/5a62/posts?ordering=oldest_first&sticky'

export const services: Readonly<Record<string, ServiceExample>> = {
  liveblog2: {
    blog: '/resources/LiveDesk/Blog/3',
    posts: 3,
    documents: {
      '/resources/LiveDesk/Blog/3': JSON.stringify({
        Title: 'Old',
        Description: '<p>All</p>',
        Language: { Code: 'en' },
        CreatedOn: '1/2/13 3:04 AM',
        LiveOn: '1/2/13 3:05 AM',
        ClosedOn: '1/3/13 3:04 AM',
        OutputLink: 'http://old.example/live',
        EmbedConfig: '{"theme":"x"}'
      }),
      '/resources/LiveDesk/Blog/3/Post/Published?cId.since=0&asc=order&limit=100': JSON.stringify({
        total: '3',
        PostList: [
          liveBlog2Post(1, { PinnedOn: '2013-03-05T15:05:00Z', IsKeyPoint: 'True' }),
          liveBlog2Post(2, { IsPublished: 'False', UpdatedOn: '3/6/13 3:04 PM' }),
          liveBlog2Post(3, { DeletedOn: '3/5/13 12:00 AM' })
        ]
      })
    }
  },
  liveblog3: {
    blog: '/api/client_blogs/5a62',
    posts: 4,
    documents: {
      '/api/client_blogs/5a62': JSON.stringify({
        title: 'New',
        blog_status: 'closed',
        _updated: '2026-01-03T03:00:00+00:00',
        blog_preferences: { language: 'fr' }
      }),
      [`${LB3}=0&limit=100`]: JSON.stringify({
        _meta: { page: 1, total: 3, max_results: 100 },
        _items: [
          liveBlog3Post('a', [{ item_type: 'text', text: '<p>One</p>' }], {
            content_updated_date: '2026-01-02T04:00Z'
          }),
          liveBlog3Post('b', [
            {
              item_type: 'image',
              meta: { caption: 'A & <b>', media: { renditions: { original: { href: 'https://x.example/o.jpg?a&b' } } } }
            },
            { item_type: 'quote', meta: { quote: 'Yes & <b>', credit: 'Mayor' } }
          ]),
          liveBlog3Post('c', [
            { item_type: 'embed', meta: { original_url: 'https://v.example/1?a&b', title: 'V & <b>' } },
            { item_type: 'poll', poll_body: { question: 'Who & <b>?', answers: [{ option: 'Kim & <b>' }] } }
          ])
        ]
      }),
      [`${LB3}=1&limit=100`]: JSON.stringify({
        _meta: { page: 1, total: 1, max_results: 100 },
        _items: [liveBlog3Post('s', [], { unpublished_date: '2026-01-02T05:00:00+00:00' })]
      })
    }
  }
}
