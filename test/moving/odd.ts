/** Sources in which something is missing, cannot be read, or is written in another way than usual. */
import { blogLine, endLine } from '../../moving/formats/desk.ts'

const ATOM = '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0">'

const wxr = (items: string) => `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Site</title>
<language>pt_BR</language>
<wp:author><wp:author_id>2</wp:author_id><wp:author_login>bo</wp:author_login></wp:author>
<wp:author><wp:author_id>3</wp:author_id></wp:author>${items}</channel></rss>`

const comment = (parts: string) =>
  `<wp:comment><wp:comment_approved>liveblog</wp:comment_approved>${parts}</wp:comment>`

const PUBLISHED = '<wp:status>publish</wp:status>'
const LOCAL = '<wp:post_date>2026-01-02 03:04:05</wp:post_date>'

/** Returns the value of a meta datum, without its element. */
const meta = (key: string, value: string) => `<wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value>`

/** Returns a page with a live blog in lists of a depth. */
export const nestedPage = (depth: number, ...updates: object[]) => {
  const posting = JSON.stringify({ '@type': 'LiveBlogPosting', name: 'Deep', liveBlogUpdate: updates })
  return `<p>A</p><script type="application/ld+json">${'['.repeat(depth)}${posting}${']'.repeat(depth)}</script>`
}

/** Files by names that begin with their formats. */
export const oddFiles: Readonly<Record<string, string>> = {
  'desk with lines that are not posts': [
    '{"kind":"desk-blog","version":1,"title":7,"configuration":{"a":1,"b":"c"},"people":[{"name":"A"},{"role":"B"}]}\n',
    '[]\n',
    '{"kind":"post"}\n',
    '{"kind":"post","id":"1","state":"gone"}\n',
    '{"kind":"post","id":"2","state":"draft","createdOn":"soon","publishOn":"then","meta":"1","media":[{"file":"a"}]}\n'
  ].join(''),
  'desk with a wrong number of posts': `${blogLine({ kind: 'blog', id: 'x' })}${endLine(1)}`,
  'atom without ids': `${ATOM}<id>f</id><at:deleted-entry when="2026-01-02T03:04:05Z"/>
<entry><title>A</title></entry><entry><id>e</id><updated>soon</updated><title type="html">&lt;b>B&lt;/b></title>
<summary>Short</summary><category term="boats"/></entry></feed>`,
  'atom with links': `${ATOM}<link href="http://["/><link rel="self" href="self"/><author><name>Ann</name></author>
<entry><link href="https://a.example/1"/><content src="https://a.example/?a&amp;b"/><link rel="edit" href="e"/></entry>
<entry><id>2</id><link rel="related" href="https://a.example/2"/><title>Ann</title>
<content type="text/html">&lt;i>C&lt;/i>
</content></entry></feed>`,
  'atom that is cut off in a mark': `${ATOM}<title>&lt;</title>A &am`,
  'rss without guids': `<rss version="2.0"><channel><title>T</title><item><title>A</title></item>
<item><guid>1</guid><pubDate>soon${', soon'.repeat(20)}</pubDate><category>boats${', boats'.repeat(20)}</category>
<author>a@b.example (Ann)</author></item>
</channel></rss>`,
  'rss with pictures': `<rss version="2.0" xmlns:m="http://search.yahoo.com/mrss/"><channel><ttl>5</ttl>
<item><link>https://a.example/1</link><description>&lt;img src="b">&lt;a href="c">C&lt;/a></description>
<enclosure url="a" type="image/png"/><enclosure url="c" type="audio/ogg"/></item>
<item><guid>2</guid><m:content url="d" type="video/mp4"/><m:content url="e" medium="image"/></item>
<item><guid>3</guid><m:thumbnail url="f"/><date xmlns="http://purl.org/dc/elements/1.1/">2026-01-02</date></item>
</channel></rss>`,
  'json-feed without ids': JSON.stringify({
    version: 'https://jsonfeed.org/version/1',
    title: 'T',
    description: 7,
    author: { name: 'Ann' },
    _desk: {
      removed: [
        { id: '9', removed_on: '2026-01-02T03:04:05Z' },
        { removed_on: 'soon' },
        { id: '8', removed_on: 'soon' }
      ]
    },
    items: [
      { content_text: 'A' },
      { id: 1, date_published: 'soon', tags: ['boats', 7], external_url: 'https://a.example' }
    ]
  }),
  'json-feed with pictures': JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'T',
    items: [
      { id: '1', content_html: '<img src="a">', image: 'b' },
      { id: '2', content_text: '<img src="c">', image: 'd' }
    ]
  }),
  'wxr without ids': wxr(`<item><title>A</title>${PUBLISHED}</item>
<item><link>https://site.example/a</link><title>Live</title>${LOCAL}
${comment('')}${comment('<wp:comment_id>1</wp:comment_id>')}</item>`),
  'wxr with what is left out': wxr(`
<item><wp:post_id>1</wp:post_id><wp:status>inherit</wp:status></item>
<item><wp:post_id>7</wp:post_id><wp:status>pending</wp:status></item>
<item><wp:post_id>2</wp:post_id>${PUBLISHED}${LOCAL}<dc:creator>bo</dc:creator>
<content:encoded>A [gallery ids="1"] [poll]</content:encoded><wp:postmeta>${meta('_thumbnail_id', '7')}</wp:postmeta>
<wp:postmeta>${meta('weather', 'fair')}</wp:postmeta><wp:postmeta>${meta('_edit_lock', '1')}</wp:postmeta></item>
<item><wp:post_id>3</wp:post_id><wp:status>trash</wp:status>
<wp:post_modified>2026-01-03 03:04:05</wp:post_modified></item>
<item><wp:post_id>4</wp:post_id>${PUBLISHED}${comment(`<wp:comment_id>5</wp:comment_id>
<wp:comment_date_gmt>0000-00-00 00:00:00</wp:comment_date_gmt><wp:comment_content>[tweet 1]</wp:comment_content>
<wp:commentmeta>${meta('liveblog_hide_authors', '1')}</wp:commentmeta>`)}</item>`),
  'wxr with deep elements': wxr(`<item><wp:post_id>6</wp:post_id>${PUBLISHED}<title>${'<a>'.repeat(96)}B
<a>C</a>${'</a>'.repeat(96)}</title></item>`),
  'page of a blog that is to end later': `<script type="application/ld+json">
{"@type":"LiveBlogPosting","headline":"On","coverageStartTime":"2026-01-02T03:04Z",
"coverageEndTime":"2999-01-01T00:00Z"}
</script>`,
  'page without names': nestedPage(
    6,
    { description: 'A', image: [{ contentUrl: 'b', caption: 'C' }, {}, 7], author: ['D', {}, { name: 'E' }] },
    { identifier: 'i', text: '<img src="i">', image: 'j' },
    { identifier: 'f', text: '<p>F</p>', image: 'g', datePublished: 'soon', video: [{ url: 'h' }, {}] }
  )
}

/** The first page of the list of posts of Live Blog 3. */
const LB3 = '/api/v2/client_blogs'
const FIRST = 'limit=100'

/** Documents of services by path and query, without the number of the page. */
export const oddDocuments: Readonly<Record<string, string>> = {
  // Posts without an id, with dates and meta data that cannot be read, and without a text.
  '/resources/Desk/Blog/4': '{"Title":"Strange"}',
  [`/resources/Desk/Blog/4/Post/Published?cId.since=0&asc=order&${FIRST}`]: JSON.stringify({
    total: '4',
    PostList: [
      { Content: 'A' },
      { Id: '2', Meta: '[1]', CreatedOn: 'soon', AuthorName: 'Ann commentator' },
      { Id: 3, Type: 'link', Meta: { url: 'x' }, CreatedOn: '12/31/99 12:59:07 PM', UpdatedOn: '1/2/2013, 12:00 AM' },
      { href: 'x/4', CreatedOn: '1/2/13 13:04' }
    ]
  }),
  '/api/client_blogs/list': JSON.stringify({
    ...{ title: 'New', description: 'All of it', blog_status: 'open', public_url: 'https://lb.example/new' },
    ...{ start_date: '2026-01-01T03:00:00+00:00', _created: '2026-01-02T03:00:00+00:00' }
  }),
  [`${LB3}/list/posts?ordering=oldest_first&sticky=1&${FIRST}`]: JSON.stringify({
    _meta: { total: 2 },
    _items: [{ items: [] }, { _id: 'x', published_date: 'soon', unpublished_date: '2026-01-02T05:00:00Z', items: [{}] }]
  }),
  '/api/client_blogs/items': '{}',
  [`${LB3}/items/posts?ordering=oldest_first&sticky=0&${FIRST}`]: JSON.stringify({
    _items: [
      [{ item_type: 'image', text: 'A', meta: '{"caption":"B"}' }],
      [{ item_type: 'image', renditions: { baseImage: { href: 'c' }, viewImage: { href: 'd' } } }],
      [{ item_type: 'embed', text: 'E', meta: {} }],
      [{ item_type: 'embed', meta: { url: 'f', html: '<iframe>', description: 'G', provider_name: 'H' } }],
      [{ item_type: 'Advertisement Local', text: 'I' }],
      [
        { item_type: 'advert', text: 'J' },
        { type: 'text', text: 'K' }
      ],
      [{ item_type: 'weather', text: 'L', meta: { sky: 'fair' } }],
      [{ item_type: 'scorecards' }, { item_type: 'comment', text: 'M' }, { item_type: 'poll' }],
      [{ item_type: 'quote', text: 'N' }],
      [{ item_type: 'quote', meta: '{"quote":"O","credit":"P"}' }]
    ].map((items, index) => ({ _id: index, items, original_creator: { byline: 'Ann' }, deleted: 0, sticky: 1 }))
  })
}
