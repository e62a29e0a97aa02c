/** Readers comment on the live page, and see those that editors publish, marked as such. */
import t from 'tap'
import { build, newsroom } from '../../support/index.ts'
import { violationsIn } from '../../support/axe.ts'
import { browserTest, NARROW, rendered, WITHOUT_SCRIPTS } from '../../support/browser.ts'

const built = await build(t)
const { app, sql, get } = built
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const editor = await built.senderOf('admin')

/** Opens a live blog whose readers may comment. */
const open = async (): Promise<number> => {
  const { blog } = await newsroom(built)
  await sql`update blogs set live_on = now(), embed_config = '{"UserComments": true}' where id = ${blog}`
  await app.freshness.catchUp()
  return blog
}
const commentsOf = (blog: number) => sql<{ Id: number; Content: string; Commentator: string }[]>`
  select id, content, commentator from posts where blog = ${blog} and comment_source = 'live page' order by id`
const setLimits = (received: string) => sql`update received_comments set received_on = ${received}`

t.test('pages of open blogs that take comments have the form, and frames have none', async (t) => {
  const blog = await open()
  const hasForm = async (end = '') => {
    await app.freshness.catchUp()
    return (await get(`/live/${blog}${end}`)).body.includes('<form class="comments"')
  }
  t.ok(await hasForm())
  t.match((await get(`/live/${blog}`)).body, /<textarea [^>]*name="CommentText"[^>]* maxlength="5000" required/)
  t.notOk(await hasForm('/embed'))
  await sql`update blogs set closed_on = now() where id = ${blog}`
  t.notOk(await hasForm())
  await sql`update blogs set closed_on = null, embed_config = '{"UserComments": false}' where id = ${blog}`
  t.notOk(await hasForm())
})

await browserTest(t, 'without scripts, comments are sent, and refused ones stay', WITHOUT_SCRIPTS, async (t, page) => {
  const blog = await open()
  await page.goto(`${origin}/live/${blog}`)
  await page.fill('#comment-text', 'Is the toll free?')
  await page.fill('#comment-name', 'Ines, Ferry Street')
  await page.click('form.comments button')
  await page.waitForURL(`${origin}/live/${blog}?comment=sent#ask`)
  t.match(await page.textContent('.thanks'), 'An editor reads it first.')
  const shown = (await commentsOf(blog)).map(({ Content, Commentator }) => [Content, Commentator])
  t.same(shown, [['Is the toll free?', 'Ines, Ferry Street']])
  await sql`update blogs set embed_config = '{}' where id = ${blog}`
  await page.fill('#comment-text', 'And tomorrow?')
  await page.fill('#comment-name', 'Ines')
  await page.click('form.comments button')
  await page.waitForSelector('text=This blog takes no comments from readers')
  t.equal(await page.inputValue('textarea'), 'And tomorrow?')
})

await browserTest(t, 'with scripts, a comment is sent in place, once, and its text is never lost', async (t, page) => {
  const blog = await open()
  await page.goto(`${origin}/live/${blog}`)
  await page.fill('#comment-text', 'Is the toll free?')
  await page.fill('#comment-name', 'Ines <3')
  await page.click('form.comments button')
  t.ok(await page.$eval('#comment-name:invalid', (input) => input === document.activeElement))
  await page.fill('#comment-name', 'Ines')
  /** The service stores the comment, and its answer is lost. */
  const requests: unknown[] = []
  const loseAnswer = async () => {
    await page.route('**/Comment/Post', async (route) => {
      const { accept, 'content-type': type, 'idempotency-key': key = '' } = route.request().headers()
      requests.push([route.request().method(), accept, type, /^\w{12,}$/.test(key), route.request().postData()])
      await route.fetch()
      await route.abort()
    })
    await page.click('form.comments button')
    await page.waitForSelector('.comments .error:has-text("Your text is still here")')
    await page.unroute('**/Comment/Post')
  }
  await loseAnswer()
  t.equal(await page.inputValue('#comment-text'), 'Is the toll free?')
  await page.click('form.comments button')
  await page.waitForSelector('.thanks:visible')
  t.ok(await page.$eval('.thanks', (thanks) => thanks === document.activeElement))
  t.same([await page.inputValue('#comment-text'), await page.textContent('.comments .error')], ['', ''])
  t.equal((await commentsOf(blog)).length, 1)
  t.same(await violationsIn(page), [])

  await page.fill('#comment-text', 'And on Sunday?')
  await loseAnswer()
  await page.fill('#comment-text', 'And on Sundays?')
  await page.click('form.comments button')
  await page.waitForSelector('.thanks:visible')
  t.same(
    (await commentsOf(blog)).map(({ Content }) => Content),
    ['Is the toll free?', 'And on Sunday?', 'And on Sundays?'],
    'another text is another comment'
  )
  const [first] = requests
  t.same(first, [
    ...['POST', 'application/json', 'application/x-www-form-urlencoded;charset=UTF-8', true],
    'CommentText=Is+the+toll+free%3F&UserName=Ines&CommentSource=live+page'
  ])

  await sql`
    insert into received_comments (client, blog, request)
    select client, blog, '' from received_comments, generate_series(1, 5) limit 5`
  await page.fill('#comment-text', 'One more?')
  await page.click('form.comments button')
  await page.waitForSelector('.comments .error:has-text("Try again in a few minutes")')
  t.equal(await page.inputValue('#comment-text'), 'One more?')
  await setLimits('2026-01-01')

  const [comment] = await commentsOf(blog)
  await editor('POST', `/resources/Desk/Blog/${blog}/Post/${comment?.Id}/Publish`)
  const shown = page.locator(`article.comment#post-${comment?.Id}`)
  await shown.waitFor()
  t.equal(await shown.locator('.author').textContent(), 'Ines')
  t.match(await shown.textContent(), 'Reader’s comment')
  t.match((await get(`/live/${blog}`)).body, '"author":{"@type":"Person","name":"Ines"}')
  t.match((await get(`/live/${blog}/feed.json`)).body, '"authors":[{"name":"Ines"}]')
})

await browserTest(t, 'readers learn why their comment was not stored', async (t, page) => {
  const blog = await open()
  // The page does not hear of the changes.
  await page.route('**/Post/Published**', (route) => route.abort())
  await page.goto(`${origin}/live/${blog}`)
  await page.fill('#comment-name', 'Ines')
  for (const [text, columns, reason] of [
    [' \n', { embed_config: '{"UserComments": true}' }, 'Write a comment, and a name without < or >.'],
    ['Who won?', { embed_config: '{}' }, 'This blog takes no comments at the moment.'],
    ['Who won?', { embed_config: '{"UserComments": true}', closed_on: new Date() }, 'This blog is closed.']
  ] as const) {
    await sql`update blogs set ${sql(columns)} where id = ${blog}`
    await app.freshness.catchUp()
    await page.fill('#comment-text', text)
    await page.click('form.comments button')
    await page.waitForSelector(`.comments .error:text-is("${reason}")`)
    t.equal(await page.inputValue('#comment-text'), text)
  }
  t.equal((await commentsOf(blog)).length, 0)
})

await browserTest(t, 'what a reader writes while a comment is on its way stays', async (t, page) => {
  const blog = await open()
  await page.goto(`${origin}/live/${blog}`)
  await page.fill('#comment-text', 'Is the toll free?')
  await page.fill('#comment-name', 'Ines')
  await page.route('**/Comment/Post', async (route) => {
    await page.locator('#comment-text').pressSequentially(' And tomorrow?')
    await route.continue()
  })
  await page.click('form.comments button')
  await page.waitForSelector('.thanks:visible')
  t.equal(await page.inputValue('#comment-text'), 'Is the toll free? And tomorrow?')
  t.same(
    (await commentsOf(blog)).map(({ Content }) => Content),
    ['Is the toll free?']
  )
})

await browserTest(t, 'the thanks for a comment leave the focus where its reader writes', async (t, page) => {
  const blog = await open()
  await page.goto(`${origin}/live/${blog}`)
  await page.fill('#comment-text', 'Is the toll free?')
  await page.fill('#comment-name', 'Ines')
  await page.route('**/Comment/Post', async (route) => {
    await page.locator('.search input').pressSequentially('toll ')
    await route.continue()
  })
  await page.click('form.comments button')
  await page.waitForSelector('.thanks:visible')
  await page.keyboard.type('road')
  t.equal(await page.inputValue('.search input'), 'toll road')
  t.equal(await page.inputValue('#comment-text'), '')
})

await browserTest(t, 'new posts do not move a comment that is being written below them', NARROW, async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await sql`update blogs set live_on = now(), embed_config = '{"UserComments": true}' where id = ${blog}`
  const content = 'Wave '.repeat(60)
  const arrive = async () => {
    const [id] = await insert(1, { content })
    await page.waitForSelector(`#post-${id}`, { state: 'attached' })
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
    await rendered(page)
  }
  const topOf = (selector: string) => page.$eval(selector, (element) => Math.round(element.getBoundingClientRect().top))
  for (const order of ['newest', 'oldest']) {
    await page.goto(`${origin}/live/${blog}?order=${order}`)
    await page.waitForSelector('.connection[hidden]', { state: 'attached' })
    await page.locator('#comment-text').pressSequentially('Is the toll ')
    const before = await topOf('#comment-text')
    await arrive()
    t.ok(Math.abs((await topOf('#comment-text')) - before) <= 1, order)
    await page.keyboard.type('free?')
    t.equal(await page.inputValue('#comment-text'), 'Is the toll free?')
  }
  await page.locator('#follow summary').click()
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await rendered(page)
  const before = await topOf('#follow')
  await arrive()
  t.ok(Math.abs((await topOf('#follow')) - before) <= 1, 'nor the text below the posts')
})

await browserTest(t, 'a comment stays while its blog is closed, and open again', async (t, page) => {
  const blog = await open()
  await page.clock.install()
  await page.addInitScript('Math.random = () => 0')
  await page.goto(`${origin}/live/${blog}`)
  await page.waitForSelector('.connection[hidden]', { state: 'attached' })
  await page.fill('#comment-name', 'Ines')
  await page.locator('#comment-text').pressSequentially('Is the toll ')
  await sql`update blogs set closed_on = now() where id = ${blog}`
  await page.waitForSelector('.connection:has-text("This blog is closed")')
  await sql`update blogs set closed_on = null where id = ${blog}`
  await app.freshness.catchUp()
  await page.clock.runFor(31_000)
  await page.waitForSelector('.connection[hidden]', { state: 'attached' })
  await page.keyboard.type('free?')
  t.equal(await page.inputValue('#comment-text'), 'Is the toll free?')
  t.equal(await page.inputValue('#comment-name'), 'Ines')
})

await browserTest(t, 'a comment stays while the page loads itself again after a restore', async (t, page) => {
  const blog = await open()
  let letGo = () => {}
  const restored = new Promise<void>((resolve) => (letGo = resolve))
  // A stream and a poll: the numbers of the page are beyond those of the database.
  await page.route(/cId\.since/, (route) => restored.then(() => route.fulfill({ status: 410 })), { times: 2 })
  await page.goto(`${origin}/live/${blog}`)
  await page.fill('#comment-name', 'Ines')
  await page.locator('#comment-text').pressSequentially('Is the toll ')
  const loaded = page.waitForEvent('load')
  letGo()
  await loaded
  await page.keyboard.type('free?')
  t.equal(await page.inputValue('#comment-text'), 'Is the toll free?')
  t.equal(await page.inputValue('#comment-name'), 'Ines')
})
