/** Tests of the frames and links that WordPress shows for an address. */
import type { Test } from 'tap'
import { blockOf, countPosts, TITLE, type Newsroom } from './newsroom.ts'

/** @param address of a post in WordPress with the address of the blog on a line of its own */
export const testEmbeds = async (t: Test, newsroom: Newsroom, address: string): Promise<void> => {
  const { blog, grow, publish, view, wordpress, write } = newsroom
  const viewNew = async (content: string) => (await view(await write(content))).text

  await t.test('the address of a blog on a line of its own shows its newest posts', async (t) => {
    const { text } = await view(address)
    t.match(text, `<section class="desk-live-blog" data-frame="${blog}/embed" data-title="${TITLE}">`)
    t.match(text, /<article>\s*<h3>Where we stand on Thursday morning<\/h3>[^]*107 of 143 tables recounted/)
    t.match(text, /<time datetime="2\d{3}-\d\d-\d\dT[^"]*"><a href="http:\/\/127.0.0.1:\d+\/live\/1\/post\/54">/)
    t.equal(countPosts(text), 10)
    t.match(text, '<p>After</p>', 'what follows is outside')
    await publish('Ward 9 [gallery] declares <b>at ten</b>.')
    await grow()
    t.match(
      (await view(address)).text,
      'Ward 9 &#091;gallery&#093; declares at ten.',
      'a second later, a new post, too'
    )
  })

  await t.test('the block shows a blog', async (t) => {
    t.match(await viewNew(blockOf(blog)), '<div class="wp-block-desk-live-blog"><section')
  })

  await t.test('options in the address choose the posts', async (t) => {
    const few = await viewNew(blockOf(`${blog}?order=oldest&posts=2&utm_source=x`))
    t.match(few, `data-frame="${blog}/embed?posts=2&#038;order=oldest"`)
    t.equal(countPosts(few), 2)
    const wrong = await viewNew(blockOf(`${blog}?posts=21&order=up&show[]=key-points`))
    t.match(wrong, `data-frame="${blog}/embed"`, 'wrong ones do not count')
  })

  await t.test('the address of a post shows this post', async (t) => {
    const single = await viewNew(await publish('<h2>Recount begins</h2><p>At noon.</p>'))
    t.match(single, new RegExp(`data-frame="${blog}/embed\\?post=\\d+" data-title="Recount begins`))
    t.match(single, 'At noon.')
    t.equal(countPosts(single), 1)
  })

  await t.test('the blocks of older posts show a blog', async (t) => {
    const older = `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${blog}\n</div></figure>`
    t.match(await viewNew(`<!-- wp:embed -->\n${older}\n<!-- /wp:embed -->`), `data-frame="${blog}/embed"`)
  })

  await t.test('feeds, excerpts, the REST interface and AMP get a link', async (t) => {
    const id = new URL(address).searchParams.get('p')
    for (const path of ['/?feed=rss2', `/?rest_route=/wp/v2/posts/${id}`, `/?p=${id}&amp`]) {
      const text = (await view(wordpress.origin + path)).text.replaceAll('\\', '')
      t.match(text, `<a href="${blog}">${TITLE}</a>`, path)
      t.notMatch(text, 'data-frame', path)
    }
    const excerpt = await wordpress.php(`echo get_the_excerpt(${id});`)
    t.equal(excerpt.trim(), `Before ${TITLE} After`)
  })

  await t.test('a blog that is gone is a link', async (t) => {
    const { door } = newsroom
    const missing = `${door.origin}/live/4711`
    const page = await write(blockOf(missing))
    door.requests.length = 0
    t.match((await view(page)).text, `<div class="wp-block-desk-live-blog"><a href="${missing}">${missing}</a></div>`)
    t.equal(door.requests.length, 0, 'the answer to the author has asked, and the pause goes on')
  })
}
