/** Posts as the first version of the client API of Live Blog 3 lists them. */
const item = (type: string, text: string, meta: object) => ({ item: { item_type: type, text, meta } })

const picture = {
  caption: 'Harbour',
  credit: 'Ann',
  media: { renditions: { original: { href: 'https://x.example/a' } } }
}

/** A page of the list, as JSON. */
export const liveBlog3List = JSON.stringify({
  _items: [
    item('text', '<p>One</p>', {}),
    item('image', '', picture),
    item('quote', '', { quote: 'Well', credit: 'Ann' }),
    item('embed', '', { original_url: 'https://x.example/', title: 'Embed' })
  ].map((main, index) => ({
    _id: `5a62002548101327f3b5a58${index}`,
    _created: '2026-01-02T03:04:05+00:00',
    _updated: '2026-01-02T03:04:05+00:00',
    published_date: '2026-01-02T03:04:05+00:00',
    content_updated_date: '2026-01-02T03:04:05+00:00',
    post_status: index === 2 ? 'submitted' : 'open',
    deleted: index === 3,
    sticky: index === 0,
    lb_highlight: index === 1,
    order: index + 0.25,
    publisher: { display_name: 'Ann Lee', email: 'ann@example.org' },
    groups: [
      { id: 'root', refs: [{ idRef: 'main' }] },
      { id: 'main', refs: [main] }
    ]
  })),
  _meta: { page: 1, total: 4, max_results: 100 }
})
