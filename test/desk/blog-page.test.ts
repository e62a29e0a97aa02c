/** The page of a blog: writing, lists, moving, keys, and forms without scripts. */
import type { Locator, Response } from 'playwright-core'
import t from 'tap'
import { addBlog, build, numberFrom, publishIn, until, newsroom } from '../support/index.ts'
import { COLOUR_RULES, violationsIn } from '../support/axe.ts'
import { browserTest, hide, rendered, WITHOUT_SCRIPTS } from '../support/browser.ts'
import { whenAlive, box, correction, deskOf, PHONE, published, stopClock, timeline } from '../support/desk.ts'
import { hrefOf } from '../support/html.ts'
import { browserOf } from '../support/pages.ts'

const built = await build(t)
const { app, sql, tokenOf } = built
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, address)

await browserTest(t, 'without scripts, people write, correct, publish and delete', WITHOUT_SCRIPTS, async (t, page) => {
  const { blog } = await newsroom(built)
  await page.context().addCookies([{ name: 'desk_session', value: await tokenOf('admin'), url: address }])
  await page.goto(`${address}/desk/${blog}`)
  const press = async (name: string) => {
    await page.getByRole('button', { name }).first().click()
    t.equal(page.url().replace(/\?stored=\d+$/, ''), `${address}/desk/${blog}`, name)
  }
  t.equal(await page.locator('button kbd').count(), 0, 'no button names a key')
  await box(page).fill('The first post')
  await press('Publish')
  t.same(await timeline(page), ['The first post'])
  await page.getByRole('link', { name: 'Correct' }).click()
  t.equal(await page.locator('.correction textarea').inputValue(), 'The first post', 'the text that is corrected')
  await page.locator('.correction textarea').fill('The first post, corrected')
  await press('Store')
  t.same(await published(sql, blog), ['The first post, corrected'])
  // A colleague changes the post while its form is open. Sending the form again erases nothing that it does not show.
  await sql`update posts set meta = '{"annotation":"Said on air"}' where blog = ${blog}`
  await page.getByRole('link', { name: 'Correct' }).click()
  await sql`update posts set content = 'The first post, by a colleague' where blog = ${blog}`
  await page.locator('.correction textarea').fill('The first post, corrected again')
  await page.getByRole('button', { name: 'Store' }).first().click()
  await page.getByText('by a colleague').waitFor()
  t.notMatch(await page.locator('body').innerText(), /Meta|JSON|412|Content/)
  await page.locator('form button').last().click()
  t.same(await published(sql, blog), ['The first post, corrected again'])
  const [stored] = await sql<{ Meta: string }[]>`select meta from posts where blog = ${blog}`
  t.same(stored?.Meta, '{"annotation":"Said on air"}')
  await press('Withdraw')
  t.same(await timeline(page), [])
  await page.getByRole('link', { name: 'My drafts' }).first().click()
  // Its author changes the draft while the page shows it: an editor publishes the words that the page shows.
  await sql`update posts set content = 'Words unseen' where blog = ${blog}`
  const publish = page.locator('main .item').getByRole('button', { name: 'Publish' })
  await publish.click()
  await page.getByText('This has changed since you opened the page, so nothing was done.').waitFor()
  t.same(await published(sql, blog), [])
  await page.getByRole('link', { name: 'Back' }).click()
  await page.locator('main .item').getByText('Words unseen').waitFor()
  await publish.click()
  t.same(await published(sql, blog), ['Words unseen'])
  await page.getByRole('link', { name: 'Timeline' }).first().click()
  await press('Delete')
  t.same(await published(sql, blog), [])
})

await t.test('old posts are corrected without scripts', async (t) => {
  const { blog, insert } = await newsroom(built)
  const [oldest = 0] = await insert(60)
  const editor = browserOf(built, `desk_session=${await tokenOf('admin')}`)
  const { body } = await editor.open(`/desk/${blog}?edit=${oldest}`)
  t.match(body, /aria-label="Corrected text"[^>]*>post 1<\/textarea>/)
  t.equal((await editor.open(`/desk/${blog}?edit=999999999`)).statusCode, 200)
})

await t.test('filters work without scripts', async (t) => {
  const { blog, insert } = await newsroom(built)
  await insert(1, { content: '100 % of the ballots' })
  await insert(1, { content: 'Half of the ballots', type: 'quote' })
  const editor = browserOf(built, `desk_session=${await tokenOf('admin')}`)
  const shown = async (query: string) => {
    const { body } = await editor.open(`/desk/${blog}?${query}`)
    return ['100 % of', 'Half of'].filter((text) => body.includes(`${text} the ballots 1</div>`))
  }
  t.same(await shown(''), ['100 % of', 'Half of'])
  t.same(await shown('text=0+%25'), ['100 % of'], 'the percent sign is not a wildcard')
  t.same(await shown('type=quote'), ['Half of'])
  t.same(await shown('who=2'), [])
  t.same(await shown('who=1&type=&only=&text=BALLOTS'), ['100 % of', 'Half of'])
  t.match((await editor.open(`/desk/${blog}?who=1`)).body, /<option [^>]*selected[^>]*>Mine</)
  await sql`update posts set pinned_on = now() where content like 'Half%' and blog = ${blog}`
  t.same(await shown('only=pinned'), ['Half of'])
  t.same(await shown('only=corrected'), [])
  await sql`update posts set updated_on = now() where content like '100%' and blog = ${blog}`
  t.same(await shown('only=corrected'), ['100 % of'])
  t.same(await shown('only=withdrawn'), [])
  await sql`update posts set published_on = null where content like '100%' and blog = ${blog}`
  t.same(await shown('only=withdrawn'), ['100 % of'])
  t.same(await shown('only=corrected'), [])
  await sql`update posts set published_on = now() where content like '100%' and blog = ${blog}`
  t.same(await shown('only=withdrawn'), [])
  t.same(await shown('only=corrected'), [], 'readers have seen no other text')
  await insert(60)
  t.same(await shown('only='), ['Half of'], 'the list begins with the newest, below what is pinned')
  await insert(60, { type: 'quote', content: 'he said' })
  const { body } = await editor.open(`/desk/${blog}?type=quote&text=he+said`)
  const next = await editor.open(hrefOf(body, 'Older posts'))
  t.match(next.body, 'he said 1</div>')
  t.notMatch(next.body, 'post 60', 'the filter goes on')
})

await t.test('older posts begin below a post that was moved', async (t) => {
  const { blog, insert } = await newsroom(built)
  await insert(60)
  // A post between two others has a fraction as its order.
  await sql`update posts set "order" = "order" + 0.5 where blog = ${blog}`
  const editor = browserOf(built, `desk_session=${await tokenOf('admin')}`)
  const { body } = await editor.open(`/desk/${blog}`)
  const older = await editor.open(hrefOf(body, 'Older posts'))
  t.match(older.body, 'post 1</div>')
  t.notMatch(older.body, 'post 60</div>')
})

await browserTest(t, 'of many posts handed in, the oldest come first, and all are counted', async (t, page) => {
  const { blog } = await newsroom(built)
  await sql`
    insert into posts (blog, creator, content, submitted_on)
    select ${blog}, 8, 'draft ' || number, now() from generate_series(1, 130) as number`
  const editor = browserOf(built, `desk_session=${await tokenOf('admin')}`)
  const { body } = await editor.open(`/desk/${blog}?panel=submitted`)
  t.match(body, '<span class="count urgent">130</span>')
  t.match(body, 'draft 1</div>')
  t.notMatch(body, 'draft 101</div>')
  const further = await editor.open(hrefOf(body, '30 more'))
  t.match(further.body, 'draft 101</div>')
  t.match(further.body, 'draft 130</div>')

  await desk.visit(page, 'admin', `/desk/${blog}?panel=submitted`)
  await whenAlive(page)
  await page.getByRole('link', { name: '30 more' }).click()
  await page.getByText('draft 130').waitFor()
  t.equal(await page.getByRole('link', { name: 'more' }).count(), 0)
})

await browserTest(t, 'posts that came while the page was closed are marked when it opens again', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  const editor = await desk.open(page, 'folake', blog, { hasClock: true })
  await insert(1)
  await editor.getByRole('button', { name: '1 new post by colleagues' }).click()
  await editor.locator('.item.unread').waitFor()
  await editor.clock.runFor(10_000)
  await editor.locator('.item.unread').waitFor({ state: 'detached' })
  await editor.goto('about:blank')
  await insert(2, { content: 'news' })
  await editor.goto(`${address}/desk/${blog}`)
  await whenAlive(editor)
  t.same(await editor.locator('.item.unread .content').allTextContents(), ['news 2', 'news 1'])
  t.match(await editor.title(), /^\(2\) /)

  // The service may have been restored from a backup, and give its numbers again.
  const user = await numberFrom(sql`select id from users where name = 'folake'`)
  await editor.evaluate(`localStorage.setItem('desk:seen:${blog}:${user}', '1000000 0')`)
  await editor.reload()
  await whenAlive(editor)
  await insert(1, { content: 'later' })
  await editor.getByRole('button', { name: '1 new post by colleagues' }).click()
  await until(() => editor.locator('.item.unread .content').allTextContents(), ['later 1'])

  await desk.invite('naama', blog)
  await desk.visit(editor, 'naama', `/desk/${blog}`)
  await whenAlive(editor)
  t.equal(await editor.locator('.item.unread').count(), 0, 'somebody else who uses the device for the first time')
})

await browserTest(t, 'posts of colleagues wait behind a button, and nothing moves', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(30)
  const editor = await desk.open(page, 'folake', blog, { hasClock: true })
  await editor.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sum = Number(document.documentElement.dataset.shift ?? 0)
        document.documentElement.dataset.shift = String(sum + ('value' in entry ? Number(entry.value) : 0))
      }
    }).observe({ type: 'layout-shift', buffered: false })
  })
  await box(editor).fill('In the middle of a sentence')
  await insert(3, { content: 'news' })
  const button = editor.getByRole('button', { name: '3 new posts by colleagues' })
  await button.waitFor()
  t.match(await editor.title(), /^\(\d+\) /)
  t.equal(await editor.evaluate(() => document.documentElement.dataset.shift ?? '0'), '0')
  t.equal((await timeline(editor))[0], 'post 30')
  await button.click()
  await until(
    () => timeline(editor),
    ([text]) => text === 'news 3'
  )
  t.equal(await editor.locator('.item.unread').count(), 3, 'new posts stay marked for a while')
  await editor.clock.runFor(10_000)
  await editor.locator('.item.unread').first().waitFor({ state: 'detached' })

  // A user who looks at something else for a moment has not seen the posts yet.
  await editor.clock.pauseAt(Date.now() + 3_600_000)
  await insert(1, { content: 'more news' })
  const another = editor.getByRole('button', { name: '1 new post by colleagues' })
  while (!(await another.isVisible())) await editor.clock.runFor(100)
  await another.click()
  await editor.clock.runFor(5_000)
  for (const panel of ['drafts', 'timeline']) {
    await editor.locator(`.side [data-value=${panel}]`).click()
    await editor.clock.runFor(5_000)
  }
  t.equal(await editor.locator('.item.unread').count(), 1)
  // The page notes it at the end of the five seconds at the latest, and its clock must go on for it to be shown.
  await editor.clock.runFor(5_100)
  await editor.locator('.item.unread').waitFor({ state: 'detached' })
  await editor.clock.resume()
  await sql`update posts set pinned_on = now() where blog = ${blog} and content = 'post 7'`
  await editor.locator('.items .badge.pinned').waitFor()
  t.notMatch(await editor.title(), /^\(/, 'a pin is not a new post')
  t.equal(await box(editor).inputValue(), 'In the middle of a sentence')

  // The page also learns what happens to the blog, and keeps the box while somebody writes in it.
  await sql`update blogs set title = 'Renamed', live_on = now() where id = ${blog}`
  await editor.getByText('This blog is live: readers see it.', { exact: true }).waitFor()
  t.match(await editor.locator('.side').innerText(), /Renamed\s+Live/)
  t.equal(await editor.title(), 'Renamed – Desk')
  await sql`update blogs set live_on = null where id = ${blog}`
  await editor.getByText('Readers no longer see this blog.', { exact: true }).waitFor()
  await sql`update blogs set closed_on = now() where id = ${blog}`
  await editor.getByText('This blog was closed.', { exact: true }).waitFor()
  t.equal(await box(editor).inputValue(), 'In the middle of a sentence')
  t.equal(await editor.getByText('No connection.').count(), 0)
})

await browserTest(t, 'an undone withdrawal or deletion brings a post back to its place', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(3)
  const editor = await desk.open(page, 'admin', blog)
  const item = editor.locator('main .item').nth(1)
  await item.getByRole('button', { name: 'Withdraw' }).click()
  await until(() => published(sql, blog), { length: 2 })
  await editor.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await until(() => published(sql, blog), ['post 3', 'post 2', 'post 1'])
  await until(() => timeline(editor), ['post 3', 'post 2', 'post 1'])
  await item.getByRole('button', { name: 'Delete' }).click()
  const deleted = editor.locator('.toast', { hasText: 'Deleted.' })
  t.match(await deleted.innerText(), 'post 2', 'the message names the post')
  t.same(await published(sql, blog), ['post 3', 'post 1'])
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await until(() => timeline(editor), ['post 3', 'post 2', 'post 1'])
  t.same(await published(sql, blog), ['post 3', 'post 2', 'post 1'])
})

await browserTest(t, 'posts are moved by dragging and with keys', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(3)
  const editor = await desk.open(page, 'admin', blog)
  const order = (texts: readonly string[]) => texts.map((text) => text.replace('post ', '')).join('')
  await editor.locator('main .item').nth(2).focus()
  await editor.keyboard.press('Alt+ArrowUp')
  await until(async () => order(await timeline(editor)), '312')
  await editor.keyboard.press('Alt+ArrowUp')
  await until(async () => order(await timeline(editor)), '132')
  const undo = editor.locator('.toast', { hasText: 'Moved.' }).getByRole('button', { name: 'Undo' })
  t.equal(await undo.count(), 1, 'one message for all moves of a post')
  await undo.click()
  await until(async () => order(await timeline(editor)), '321')
  await editor.locator('main .item').first().focus()
  await editor.keyboard.press('Alt+ArrowDown')
  await until(async () => order(await timeline(editor)), '231')
  // The first one has nothing above it.
  await editor.locator('main .item').first().focus()
  await editor.keyboard.press('Alt+ArrowUp')
  await editor.locator('main .item').nth(1).focus()
  await editor.keyboard.press('Alt+ArrowUp')
  await until(async () => order(await timeline(editor)), '321')
  await editor.locator('main .item').nth(2).focus()
  await editor.keyboard.press('Alt+ArrowUp')
  await until(async () => order(await timeline(editor)), '312')
  // In a text, the keys move the cursor on a Mac.
  await editor.locator('main .item').nth(1).getByRole('link', { name: 'Correct' }).click()
  const moves: string[] = []
  editor.on('request', (request) => moves.push(request.url()))
  await correction(editor).press('Alt+ArrowUp')
  await editor.getByRole('link', { name: 'Cancel' }).click()
  await correction(editor).waitFor({ state: 'detached' })
  t.same(
    moves.filter((address) => address.includes('/Reorder')),
    []
  )
  // Some browsers drag nothing that has no data.
  const dragged = await editor.evaluate<readonly string[]>(`(() => {
    const dataTransfer = new DataTransfer()
    document.querySelector('main .handle').dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer }))
    document.dispatchEvent(new DragEvent('dragend'))
    return dataTransfer.types
  })()`)
  t.equal(dragged.length, 1)
  await editor.locator('main .handle').first().dragTo(box(editor))
  t.equal(await box(editor).inputValue(), '', 'a post that misses the timeline leaves nothing in the box')
  /** Drags a post over a half of another one, and again if that has moved nothing: a busy machine has lost a drag. */
  const drag = async (post: string, half: 'upper' | 'lower', over: string, wanted: string) => {
    const itemOf = (text: string) => editor.locator('main .item', { hasText: text })
    const { height = 0 } = (await itemOf(over).boundingBox()) ?? {}
    const attempt = async () => {
      const now = order(await timeline(editor))
      const targetPosition = { x: 200, y: half === 'upper' ? 10 : height - 10 }
      if (now !== wanted) await itemOf(post).locator('.handle').dragTo(itemOf(over), { targetPosition })
      return now
    }
    await until(attempt, wanted, { pause: 500 })
    t.equal(order(await published(sql, blog)), wanted)
  }
  await drag('post 3', 'lower', 'post 2', '123')
  await drag('post 3', 'upper', 'post 1', '312')
  t.equal(await editor.locator('.drop-above, .drop-below, .dropping').count(), 0)
})

await browserTest(
  t,
  'an editor publishes the words that the page shows, and learns which ones are new',
  async (t, page) => {
    const { blog } = await newsroom(built)
    const post = await publishIn(sql, blog, 'Twelve seats', { published_on: null, submitted_on: new Date() })
    const editor = await desk.open(page, 'folake', blog)
    const publish = editor.locator('.beside').getByRole('button', { name: 'Publish' })
    /** Changes the post before the request to publish it arrives. */
    const changeBefore = (change: () => PromiseLike<unknown>) =>
      editor.route(
        '**/Publish',
        async (route) => {
          await change()
          await route.continue()
        },
        { times: 1 }
      )
    await changeBefore(() => sql`update posts set content = 'Thirteen seats' where id = ${post}`)
    await publish.click()
    await editor.getByRole('alert').filter({ hasText: 'Not published' }).waitFor()
    t.same(await editor.locator('.conflict :is(del, ins)').allInnerTexts(), ['Twelve ', 'Thirteen '])
    t.same(await published(sql, blog), [])
    await changeBefore(() => sql`update posts set byline = 'The desk' where id = ${post}`)
    await publish.click()
    await until(() => published(sql, blog), ['Thirteen seats'])
    await editor.getByText('Published.').waitFor()
    await sql`update posts set published_on = null, submitted_on = now() where id = ${post}`
    await publish.waitFor()
    t.equal(await editor.locator('.conflict').count(), 0, 'what was seen is not told again')
  }
)

await browserTest(t, 'people who may not write in a blog read it, and learn whom to ask', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(1)
  await page.context().addCookies([{ name: 'desk_session', value: await tokenOf('naama'), url: address }])
  await page.goto(`${address}/desk/${blog}`)
  await page.getByText('To write in it, ask its editors').waitFor()
  t.equal(await box(page).count(), 0)
  t.same(await timeline(page), ['post 1'])
  t.equal(await page.getByRole('button', { name: 'Withdraw' }).count(), 0)
  t.same(await violationsIn(page), [])
})

await browserTest(t, 'a reporter is offered nothing that the service refuses', async (t, page) => {
  const { blog } = await newsroom(built)
  await desk.invite('naama', blog)
  const reporter = await desk.open(page, 'naama', blog)
  const refused: string[] = []
  reporter.on(
    'response',
    (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`)
  )
  const states = {
    timeline: { published_on: new Date() },
    submitted: { submitted_on: new Date() },
    drafts: {},
    comments: { comment_source: 'embed' },
    later: { publish_on: new Date(Date.now() + 3_600_000) }
  }
  /** Opens a list with a new post in it. Returns the buttons of the post. */
  const offered = async (panel: keyof typeof states, creator: string) => {
    const user = await numberFrom(sql`select id from users where name = ${creator}`)
    const Id = await publishIn(sql, blog, 'Said', { creator: user, published_on: null, ...states[panel] })
    await reporter.goto(`${address}/desk/${blog}?panel=${panel}`)
    await whenAlive(reporter)
    // Until then, the buttons have no text that anybody sees.
    await rendered(reporter)
    return reporter.locator(`#post-${Id} .body > button, #post-${Id} .actions > :is(a, button)`)
  }
  const isChange = (response: Response) => response.request().method() !== 'GET' && response.url().includes('/Post/')
  /** Uses a button, and the one that takes it back. */
  const use = async (button: Locator) => {
    const [name, answer] = [await button.innerText(), reporter.waitForResponse(isChange)]
    await button.click()
    if (name === 'Open') {
      await reporter.locator('[aria-label="Corrected text"]:focus').waitFor()
      await reporter.keyboard.type('Corrected')
      await reporter.keyboard.press('Control+Enter')
    }
    await answer
    await reporter.locator('.toast').waitFor()
    const undo = reporter.locator('.toast').getByRole('button', { name: 'Undo' })
    if ((await undo.count()) > 0) await Promise.all([reporter.waitForResponse(isChange), undo.click()])
  }
  for (const [panel, own, others] of [
    ['timeline', ['Copy link'], ['Copy link']],
    ['submitted', ['Open', 'Take back', 'Delete'], []],
    ['drafts', ['Open', 'Hand in', 'Delete'], []],
    ['comments', ['Open', 'Reject'], []],
    ['later', ['Take back', 'Delete'], []]
  ] as const) {
    t.same(await (await offered(panel, 'admin')).allInnerTexts(), others, `${panel}, of a colleague`)
    t.same(await (await offered(panel, 'naama')).allInnerTexts(), own, `${panel}, an own post`)
    for (const [index, name] of own.entries()) {
      if (name !== 'Copy link') await use((await offered(panel, 'naama')).nth(index))
    }
  }
  await offered('timeline', 'admin')
  for (const item of await reporter.locator('main .item').all()) {
    await item.focus()
    for (const key of ['e', 'Alt+ArrowDown', 'Alt+ArrowUp']) await reporter.keyboard.press(key)
  }
  await reporter.keyboard.press('?')
  await reporter.getByRole('heading', { name: 'Keys' }).waitFor()
  t.equal(await reporter.locator('.correction').count(), 0, 'keys do nothing else')
  t.equal(await reporter.locator('.side a[href*="/settings"], .side a[href*="/people"]').count(), 0)
  t.same(refused, [])
})

await browserTest(t, 'an open page learns what its user may do by now', async (t, page) => {
  const { blog } = await newsroom(built)
  await desk.invite('naama', blog)
  const member = await numberFrom(sql`select collaborator as id from blog_collaborators where blog = ${blog}`)
  const admin = await built.senderOf('admin', `/resources/Desk/Blog/${blog}/Collaborator/${member}`)
  const reporter = await desk.open(page, 'naama', blog, { hasClock: true })
  await box(reporter).fill('Said by the mayor')
  const learns = async (text: string) => {
    await reporter.clock.runFor(60_000)
    await reporter.getByText(text, { exact: true }).waitFor()
  }
  const button = () => reporter.locator('#write .primary').innerText()
  await admin('PUT', '/Type/Administrator')
  await learns('You publish in this blog now.')
  t.match(await button(), 'Publish')
  await admin('PUT', '/Type/Collaborator')
  await learns('You no longer publish in this blog.')
  t.match(await button(), 'Hand in')
  await admin('DELETE', '/Remove')
  await learns('You can read this blog. To write in it, ask its editors to add you.')
  t.equal(await box(reporter).inputValue(), 'Said by the mayor')
})

await browserTest(t, 'the session of a page in the background does not end after an hour', async (_t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'mira', blog, { hasClock: true })
  const user = await numberFrom(sql`select id from users where name = 'mira'`)
  await editor.evaluate(hide, true)
  await sql`update sessions set accessed_on = now() - interval '55 minutes' where "user" = ${user}`
  await editor.clock.runFor(60_000)
  await until(async () => {
    const used = await sql`
      select from sessions where "user" = ${user} and accessed_on > now() - interval '5 minutes'`
    return used.count > 0
  })
})

await browserTest(t, 'the first visit says in three sentences how to begin, once', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await editor.locator('#write textarea:focus').waitFor()
  const welcome = editor.locator('.welcome')
  t.equal(
    await welcome.locator('p').innerText(),
    'Type into the box and choose “Publish”: readers see it as soon as the blog is live. Your text is kept on ' +
      'this device until it has arrived, also without a connection. Press ? for all keys.'
  )
  await welcome.getByRole('button', { name: 'Got it' }).click()
  await welcome.waitFor({ state: 'detached' })
  await editor.reload()
  await whenAlive(editor)
  t.equal(await welcome.count(), 0)
})

await browserTest(t, 'the page of a closed blog does not tell people to write', PHONE, async (t, page) => {
  const { blog } = await newsroom(built)
  await sql`update blogs set closed_on = now() where id = ${blog}`
  await desk.visit(page, 'admin', `/desk/${blog}`)
  await page.locator('.side [data-action=help]').waitFor({ state: 'attached' })
  t.equal(await page.getByText('Type into the box').count(), 0)
  t.equal(await page.locator('.tabs').innerText(), 'Timeline\nHanded in\nDrafts\nComments')
})

await browserTest(t, 'a title, and a text that waits, have their punctuation at their end', async (t, page) => {
  const text = 'מי ניצח?'
  const editor = await desk.open(page, 'admin', await addBlog(sql, text))
  const title = editor.getByRole('link', { name: text })
  t.equal(await title.evaluate((link) => getComputedStyle(link).direction), 'rtl')
  await editor.context().setOffline(true)
  await box(editor).fill(text)
  await box(editor).press('Control+Enter')
  const waiting = editor.locator('.outbox').getByText(text)
  t.equal(await waiting.evaluate((words) => getComputedStyle(words).direction), 'rtl')
})

await browserTest(t, 'new posts that are withdrawn or deleted no longer wait', async (t, page) => {
  const { blog, insert, withdraw, remove } = await newsroom(built)
  await insert(30)
  const editor = await desk.open(page, 'folake', blog)
  const ids = await insert(3, { content: 'news' })
  const waiting = (name: string) => editor.getByRole('button', { name, exact: true }).waitFor()
  await waiting('3 new posts by colleagues')
  await withdraw(ids.slice(0, 1))
  await waiting('2 new posts by colleagues')
  await remove(ids.slice(1, 2))
  await waiting('1 new post by colleagues')
  t.equal((await timeline(editor))[0], 'post 30')
})

await browserTest(t, 'keys lead through the page, and the list of keys says so', async (t, page) => {
  const { blog, insert } = await newsroom(built)
  await insert(2)
  const editor = await desk.open(page, 'folake', blog)
  await editor.keyboard.press('Escape')
  await editor.keyboard.press('?')
  await editor.getByRole('heading', { name: 'Keys' }).waitFor()
  await editor.setViewportSize({ width: 640, height: 700 })
  t.ok(await editor.getByText('Ctrl + S', { exact: true }).isVisible(), 'also where letters are so large')
  await editor.setViewportSize({ width: 1280, height: 900 })
  await editor.keyboard.press('Escape')
  await editor.getByRole('dialog').waitFor({ state: 'detached' })
  await editor.keyboard.press('j')
  await editor.keyboard.press('j')
  const focused = () => editor.evaluate(() => document.activeElement?.querySelector('.content')?.textContent)
  t.equal(await focused(), 'post 1')
  await editor.keyboard.press('k')
  t.equal(await focused(), 'post 2')
  await editor.keyboard.press('/')
  t.ok(await editor.locator('.filters input').evaluate((field) => field === document.activeElement))
  t.equal(await editor.locator('.filters input').inputValue(), '')
  // In a field, keys are letters.
  await editor.keyboard.type('j?')
  t.equal(await editor.locator('.filters input').inputValue(), 'j?')
  await editor.locator('.filters input').fill('')
  await editor.keyboard.press('Escape')
  t.ok(await editor.evaluate('document.activeElement === document.body'))
  await editor.keyboard.press('j')
  await editor.keyboard.press('j')
  await editor.keyboard.press('j')
  t.equal(await focused(), 'post 1', 'below the last one, there is none')
  await editor.locator('main .item:focus').getByRole('button', { name: 'Pin' }).click()
  await editor.getByText('Pinned above all others.').waitFor()
  await editor.keyboard.press('z')
  await editor.getByText('No longer pinned.').waitFor()
  t.equal(await focused(), 'post 1')
  await insert(1, { content: 'news' })
  await editor.getByRole('button', { name: '1 new post by colleagues' }).waitFor()
  await editor.keyboard.press('.')
  await editor.locator('main .item', { hasText: 'news' }).waitFor()
  t.equal(await focused(), 'post 1')
  await editor.keyboard.press('e')
  await editor.locator('.correction textarea').waitFor()
  await editor.keyboard.type(', and more')
  await editor.keyboard.press('Control+Enter')
  await until(
    () => published(sql, blog),
    (texts) => texts.includes('post 1, and more')
  )
  await editor.keyboard.press('Escape')
  await editor.locator('main .item').first().focus()
  await editor.keyboard.press('n')
  await editor.getByRole('radio', { name: 'Quote' }).check()
  await editor.keyboard.press('j')
  t.not(await focused(), undefined, 'a choice of kinds takes no letters')
  await editor.keyboard.press('n')
  await editor.getByRole('radio', { name: 'Text' }).check()
  await editor.keyboard.press('n')
  await editor.keyboard.type('A draft')
  await editor.keyboard.press('Control+s')
  await editor.getByText('Kept as a draft.').waitFor()
  t.equal(await box(editor).inputValue(), '')
  t.equal(await editor.locator('.kept').innerText(), '', 'an empty box is not kept')
})

await browserTest(t, 'a post is planned for later, changed back to a draft, and planned again', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await editor.getByRole('button', { name: 'Later…' }).click()
  t.ok(await box(editor).evaluate((box) => box === document.activeElement), 'an empty box gets the cursor')
  const plan = async (text: string) => {
    await box(editor).fill(text)
    await editor.getByRole('button', { name: 'Later…' }).click()
    const inAnHour = await editor.evaluate(() => {
      const time = new Date(Date.now() + 3_600_000)
      time.setMinutes(time.getMinutes() - time.getTimezoneOffset())
      return time.toISOString().slice(0, 16)
    })
    await editor.locator('dialog input').fill('2020-01-01T00:00')
    await editor.getByRole('button', { name: 'Publish at this time' }).click()
    const passed = 'This time has passed. Choose a later one, or close this and publish now.'
    await editor.locator('dialog').getByText(passed, { exact: true }).waitFor()
    await editor.locator('dialog input').fill(inAnHour)
    await editor.getByRole('button', { name: 'Publish at this time' }).click()
    await editor.getByText('Planned.').last().waitFor()
  }
  const planned = async () => {
    const rows = await sql<{ Content: string }[]>`
      select content from posts where blog = ${blog} and publish_on > now() + interval '50 minutes'`
    return rows.map(({ Content }) => Content)
  }
  await plan('The polls are closed')
  t.same(await planned(), ['The polls are closed'])
  await editor.locator('.side [data-value=later]').click()
  await editor.locator('main .item').getByRole('button', { name: 'Cancel the time' }).click()
  await editor.getByText('It stays a draft.').waitFor()
  t.same(await planned(), [])
  await editor.locator('.side [data-value=drafts]').click()
  await editor.locator('main .item').getByRole('button', { name: 'Later…' }).click()
  await editor.locator('dialog input').fill('2030-01-01T00:00')
  await editor.getByRole('button', { name: 'Publish at this time' }).click()
  const time = 'The time must be in the coming twelve months. Choose another one.'
  await editor.locator('.toast', { hasText: `${time} The polls are closed` }).waitFor()
  // A text whose time is refused becomes a draft, once, and the box goes on.
  await box(editor).fill('Too far away')
  await editor.getByRole('button', { name: 'Later…' }).first().click()
  await editor.locator('dialog input').fill('2130-01-01T00:00')
  await editor.getByRole('button', { name: 'Publish at this time' }).click()
  await editor.getByText(`It is stored, but only as a draft. ${time}`, { exact: true }).waitFor()
  t.equal(await box(editor).inputValue(), '')
  const far = await sql`select id from posts where blog = ${blog} and content = 'Too far away'`
  t.equal(far.length, 1)
  await sql`update posts set deleted_on = now() where content = 'Too far away'`
  await sql`update posts set publish_on = now() where blog = ${blog}`
  await editor.locator('.side [data-value=timeline]').click()
  await until(() => timeline(editor), ['The polls are closed'])
})

await browserTest(t, 'a post is planned from a device whose clock is wrong', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true, timezoneId: 'UTC' })
  const day = 24 * 3_600_000
  await editor.clock.setSystemTime(Date.now() + 2 * day)
  await box(editor).fill('Tomorrow')
  await editor.getByRole('button', { name: 'Later…' }).click()
  await editor.locator('dialog input').fill(new Date(Date.now() + day).toISOString().slice(0, 16))
  await editor.getByRole('button', { name: 'Publish at this time' }).click()
  await editor.getByText('Planned.').waitFor()
  t.equal((await sql`select from posts where blog = ${blog} and publish_on > now()`).count, 1)
})

await browserTest(t, 'an address alone on a line becomes a card, even if nobody can read it', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  let answer = () => {}
  const slow = new Promise<void>((resolve) => (answer = resolve))
  let asked = 0
  await editor.route('**/Tool/URLInfo*', (route) => {
    asked += 1
    return slow.then(() => route.continue())
  })
  await stopClock(editor)
  for (const address of ['https://results.example/night', 'https://results.example/night?x=1&y=2']) {
    await box(editor).fill(`All results are here:\n${address}`)
    await editor.clock.runFor(400)
    t.equal(asked, 0, 'half an address is not asked for')
  }
  await editor.clock.resume()
  await editor.getByText('The title of the page is being read…', { exact: true }).waitFor()
  await until(() => asked, 1)
  await box(editor).press('Control+Enter')
  // The post waits by itself, and the text typed meanwhile stays in the box.
  await editor.locator('.outbox').getByText('All results').waitFor()
  await box(editor).fill('The next one')
  answer()
  await editor.getByText('Published.').waitFor()
  t.equal(await box(editor).inputValue(), 'The next one')
  t.equal(asked, 1, 'sending a text whose page is being read does not ask again')
  const [row] = await sql`select type, content, meta::json->>'url' as url from posts where blog = ${blog}`
  t.same(row, { Type: 'link', Content: 'All results are here:', URL: 'https://results.example/night?x=1&y=2' })
  // The preview has the title before anybody publishes, or says why not; publishing asks for no page again.
  const read = { Title: 'Night of the ballots', Description: 'All wards' }
  let readings = 0
  await editor.unroute('**/Tool/URLInfo*')
  await editor.route('**/Tool/URLInfo*', (route) => {
    readings += 1
    const url = route.request().url()
    return url.includes('ballots')
      ? route.fulfill({ json: read })
      : route.fulfill({ status: url.includes('busy') ? 503 : 400 })
  })
  const preview = editor.locator('.beside .preview')
  await box(editor).fill('Watch:\nhttps://nowhere.example/')
  const help = editor.locator('.beside .help')
  const untitled = 'The title of this page could not be read. Check its address, or choose “Link” to write one.'
  await help.getByText(untitled, { exact: true }).waitFor()
  t.match(await preview.innerText(), 'https://nowhere.example/')
  await box(editor).fill('Watch:\nhttps://busy.example/')
  await help.getByText('The title of this page is read when you send this.', { exact: true }).waitFor()
  await box(editor).fill('Watch:\nhttps://ballots.example/')
  await preview.getByText('Night of the ballots').waitFor()
  t.same(await violationsIn(editor), [], 'with a card')
  await box(editor).press('Control+Enter')
  await editor.locator('main .item', { hasText: 'Watch:' }).waitFor()
  t.equal(readings, 3)
  const [titled] =
    await sql`select meta::json->>'title' as title from posts where blog = ${blog} order by id desc limit 1`
  t.same(titled, { Title: 'Night of the ballots' })
  await box(editor).fill('Nothing yet, says https://a.example.')
  await box(editor).press('Control+Enter')
  await editor.locator('main .item', { hasText: 'Nothing yet' }).waitFor()
  const item = editor.locator('main .item').first()
  await item.getByRole('link', { name: 'Correct' }).click()
  t.equal(await item.locator('textarea').inputValue(), 'Nothing yet, says https://a.example.')
  await item.locator('textarea').fill('The results:\nhttps://b.example/')
  await item.locator('textarea').press('Control+Enter')
  await editor.getByText('Corrected.').waitFor()
  const [corrected] = await sql`
    select type, content, meta::json->>'title' as title, meta::json->>'url' as url from posts
    where blog = ${blog} order by id desc limit 1`
  t.same(corrected, { Type: 'normal', Content: 'The results:', Title: 'https://b.example/', URL: 'https://b.example/' })
  t.equal(await item.getByRole('link', { name: 'https://b.example/' }).count(), 1)
})

await browserTest(t, 'an editor returns a draft with a note, which its author sees at once', async (t, page) => {
  const { blog } = await newsroom(built)
  await desk.invite('naama', blog)
  const reporter = await desk.open(page, 'naama', blog, PHONE)
  const editor = await desk.open(page, 'admin', blog)
  await box(reporter).fill('The mayor has won')
  await reporter.getByRole('button', { name: 'Hand in' }).click()
  const waiting = editor.locator('.beside .item')
  await waiting.getByRole('button', { name: 'Return…' }).click()
  const note = waiting.getByLabel('What is missing? The author sees this note.', { exact: true })
  await waiting.locator('input:focus').waitFor()
  await editor.keyboard.type('Which mayor?')
  await note.press('Enter')
  await editor.getByText('Returned to its author.').waitFor()
  await reporter.getByText('Returned to your drafts: Which mayor?').waitFor()
  t.equal(await reporter.locator('.tabs [data-value=drafts] .count.urgent').innerText(), '1')
  await reporter.locator('.tabs [data-value=drafts]').click()
  const returned = reporter.locator('.note', { hasText: 'Returned: Which mayor?' })
  t.equal(await returned.locator('span').getAttribute('dir'), 'auto', 'the note has a direction of its own')
  await reporter.getByRole('button', { name: 'Hand in' }).last().click()
  await waiting.getByText('The mayor has won').waitFor()
  t.same(await published(sql, blog), [])
  await waiting.getByRole('button', { name: 'Delete' }).click()
  await reporter.getByText('Your post was deleted. The mayor has won', { exact: true }).waitFor()
  t.equal(await editor.getByText('Your post was deleted.').count(), 0)
})

await browserTest(t, 'the service refuses a post: the text stays, and the page says why', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  // The page takes an empty box away when it hears that the blog is closed.
  await box(editor).fill('Too late')
  await sql`update blogs set closed_on = now() where id = ${blog}`
  await box(editor).press('Control+Enter')
  const closed = 'This blog is closed. Those who publish in it can open it again in its settings.'
  await editor.locator('.composer .error').getByText(closed, { exact: true }).waitFor()
  t.equal(await box(editor).inputValue(), 'Too late')
  await editor.getByText('This blog is closed. Open it again in its settings to write.').waitFor()
  await sql`update blogs set closed_on = null where id = ${blog}`
  await box(editor).press('Control+Enter')
  await editor.getByText('Published.').waitFor()
  t.same(await published(sql, blog), ['Too late'], 'a refusal does not keep the box from sending again')
  // The page looks every ten seconds whether a closed blog is open again.
  await editor.clock.runFor(10_000)
  await editor.getByText('This blog is open again.', { exact: true }).waitFor()
  const sent: string[] = []
  editor.on('request', (request) => sent.push(request.url()))
  const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
  await editor.setInputFiles('#write input[type=file]', file)
  await editor.locator('.pictures .error').getByText('Save a picture as JPEG or PNG').waitFor()
  const unexpected = sent.filter((url) => url.includes('Upload'))
  t.same(unexpected, [], 'what the service would refuse is not sent first')
})

await browserTest(t, 'a device that keeps nothing says so, and the page works', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await editor.addInitScript(`Storage.prototype.setItem = () => { throw new Error('full') }`)
  await editor.reload()
  await whenAlive(editor)
  await editor.getByRole('button', { name: 'Got it' }).click()
  await editor.locator('.welcome').waitFor({ state: 'detached' })
  await box(editor).fill('Not kept anywhere')
  const unsafe = 'Not kept on this device: its storage is full or switched off. Send this before you leave the page.'
  await editor.getByText(unsafe, { exact: true }).waitFor()
  await box(editor).press('Control+Enter')
  await editor.getByText('Published.').waitFor()
  t.same(await published(sql, blog), ['Not kept anywhere'])
})

for (const [name, options, schemes] of [
  ['on a desk, light and dark', {}, [['light'], ['dark', COLOUR_RULES]]],
  ['on a phone', PHONE, [['light']]]
] as const) {
  await browserTest(t, `every state of the page is accessible ${name}`, async (t, page) => {
    const { blog, insert } = await newsroom(built)
    await desk.invite('naama', blog)
    await insert(3)
    await insert(1, { content: '<p dir="rtl">שלום <b>עולם</b></p>', type: 'quote' })
    await sql`insert into posts (blog, creator, content, submitted_on) values (${blog}, 8, 'Handed in', now())`
    await sql`insert into posts (blog, creator, content) values (${blog}, 1, 'My draft')`
    await sql`
      with sent as (
        insert into posts (blog, creator, content, commentator, comment_source)
        values (${blog}, 1, 'Well said.', 'Ann', 'embed') returning id
      )
      insert into received_comments (client, blog, request, post) select '192.0.2.9', ${blog}, '', id from sent`
    const editor = await desk.open(page, 'admin', blog, options)
    const check = async (state: string) => {
      for (const [colorScheme, rules] of schemes) {
        await editor.emulateMedia({ colorScheme })
        t.same(await violationsIn(editor, rules), [], `${state} (${colorScheme})`)
        const width = await editor.evaluate(() => document.documentElement.scrollWidth)
        t.ok(width <= (editor.viewportSize()?.width ?? 0), `${state}: nothing is wider than the screen`)
      }
    }
    await check('the timeline')
    await box(editor).fill('A text with a preview')
    await check('writing')
    await editor.locator('main').getByRole('link', { name: 'Correct' }).first().click()
    await check('correcting')
    await editor.goto(`${address}/desk/${blog}?panel=submitted`)
    await whenAlive(editor)
    await editor.locator('main').getByRole('button', { name: 'Return…' }).click()
    await check('returning')
    await editor.locator('main').getByRole('button', { name: 'Cancel' }).click()
    await editor.locator('main').getByRole('button', { name: 'Later…' }).last().click()
    await check('planning')
    await editor.locator('dialog').getByRole('button', { name: 'Cancel' }).click()
    const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
    await editor.setInputFiles('#write input[type=file]', file)
    await editor.locator('main .item').getByRole('button', { name: 'Publish' }).click()
    await editor.locator('.toast').waitFor()
    await check('a refused picture, an empty list and a message')
    await editor.locator('body').press('?')
    await check('the list of keys')
    await editor.keyboard.press('Escape')
    const panel = (name: string) => editor.locator(`[data-action=panel][data-value=${name}]:visible`)
    await panel('drafts').click()
    await editor.locator('main .item').getByText('My draft').waitFor()
    await check('the drafts')
    await panel('comments').click()
    const comment = editor.locator('main .item', { hasText: 'Well said.' })
    await comment.getByRole('button', { name: 'Block' }).click()
    const blocked = editor.locator('.toast', { hasText: 'cannot comment here' })
    await blocked.getByRole('button', { name: 'Undo' }).click()
    await editor.getByText('its author may comment again').waitFor()
    await comment.waitFor()
    await check('the comments and a message')
    await sql`update blogs set closed_on = now() where id = ${blog}`
    await editor.getByText('This blog is closed. Open it again').waitFor()
    await check('a closed blog')
  })
}

await browserTest(t, 'on a small screen, nothing covers what has the focus', async (t, page) => {
  const { blog, send: publish } = await newsroom(built)
  for (const text of ['One', 'Two', 'Three']) await publish(true, text)
  const editor = await desk.open(page, 'admin', blog, { viewport: { width: 320, height: 480 } })
  const covered: string[] = []
  for (let step = 0; step < 60; step += 1) {
    await editor.keyboard.press('Tab')
    const found = await editor.evaluate<string>(`(() => {
      const { activeElement: focused } = document
      const { bottom, width } = focused.getBoundingClientRect()
      const { top } = document.querySelector('.tabs').getBoundingClientRect()
      const isCovered = focused.closest('main') !== null && Math.round(bottom) > Math.round(top)
      return isCovered || (width > 1 && width < 24 && focused.matches('button')) ? focused.outerHTML : ''
    })()`)
    if (found !== '') covered.push(found)
  }
  t.same(covered, [], 'nor is a button less than 24 pixels wide')
})

await browserTest(t, 'a post is corrected whose picture has an address with a stray percent sign', async (t, page) => {
  const { blog } = await newsroom(built)
  await publishIn(sql, blog, 'Turnout<figure><img src="https://pictures.invalid/50%.jpg" alt=""></figure>')
  const editor = await desk.open(page, 'admin', blog)
  await editor.locator('main').getByRole('link', { name: 'Correct' }).click()
  await correction(editor).fill('Turnout so far')
  await editor.getByLabel('Description of 50%.jpg').fill('A chart')
  await correction(editor).press('Control+Enter')
  await editor.getByText('Corrected.').waitFor()
  t.same(await published(sql, blog), ['Turnout so farA chart'])
})

await browserTest(t, 'a wide table scrolls, and its numbers stay whole', PHONE, async (t, page) => {
  const { blog, send: publish } = await newsroom(built)
  await publish(true, `<table><tr>${'<td>1234567</td>'.repeat(14)}</tr></table>`)
  const editor = await desk.open(page, 'admin', blog)
  const lines = await editor.locator('main td').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    })
  )
  t.same(new Set(lines), new Set([1]))
  t.ok(await editor.evaluate('document.documentElement.scrollWidth <= innerWidth'))
})

await browserTest(t, 'on a telephone, a post that was handed in is in its place only', async (t, page) => {
  const { blog } = await newsroom(built)
  await desk.invite('naama', blog)
  const reporter = await desk.open(page, 'naama', blog, PHONE)
  await box(reporter).fill('The mayor has won')
  await reporter.getByRole('button', { name: 'Hand in' }).click()
  await reporter.getByText('Handed in.').waitFor()
  const editor = await desk.open(page, 'admin', blog, PHONE)
  const posts = editor.locator('.item')
  t.equal(await posts.count(), 0)
  t.equal(await editor.locator('.beside').isVisible(), false)
  await editor.locator('.tabs [data-value=submitted]').click()
  await editor.locator('main .item').waitFor()
  t.equal(await posts.count(), 1)
})

await browserTest(t, 'on a telephone, the buttons of a post and of a message stay in reach', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { ...PHONE, viewport: { width: 320, height: 740 } })
  await box(editor).fill('x'.repeat(60))
  await box(editor).press('Control+Enter')
  const { x = NaN, width = NaN } = (await editor.getByRole('button', { name: 'Close' }).boundingBox()) ?? {}
  t.ok(x + width <= 320, 'a long word leaves room for the button that closes the message')
  await editor.setViewportSize({ width: 390, height: 740 })
  const [up, down] = await Promise.all(
    ['Move up', 'Move down'].map((name) => editor.getByRole('button', { name }).boundingBox())
  )
  t.equal(up?.y, down?.y, 'both arrows are in one row')
})

await browserTest(t, 'long words of what waits do not make it wider than its box', PHONE, async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, PHONE)
  const rightOf = async (place: string) => {
    const { x = NaN, width = NaN } = (await editor.locator(place).boundingBox()) ?? {}
    return Math.round(x + width)
  }
  const name = `${'Screenshot_of_'.repeat(5)}.pdf`
  await editor.setInputFiles('#write input[type=file]', { name, mimeType: 'application/pdf', buffer: Buffer.from('%') })
  t.ok((await rightOf('.pictures .error')) <= (await rightOf('.pictures li')))
  await editor.getByRole('button', { name: 'Remove' }).click()
  await editor.context().setOffline(true)
  await box(editor).fill(`https://example.org/${'long'.repeat(20)}`)
  await box(editor).press('Control+Enter')
  await editor.locator('.outbox .card').waitFor()
  t.equal(await rightOf('.outbox .card'), await rightOf('#write'))
})

await browserTest(t, 'the page is printed with its name and posts only', async (t, page) => {
  const { blog, send: publish } = await newsroom(built)
  await publish(true, 'First numbers')
  for (const options of [{}, PHONE]) {
    const editor = await desk.open(page, 'admin', blog, options)
    await editor.emulateMedia({ media: 'print' })
    const words = (await editor.locator('body').innerText()).split(/\s+/).join(' ')
    t.match(words, /^A blog for one test Rehearsal: readers see nothing yet Timeline \d\d:\d\d You First numbers$/)
  }
})

await browserTest(t, 'people with colours of their own see which mark is on, and the focus', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { forcedColors: 'active', isRich: true })
  await editor.locator('#write [contenteditable]').press('Control+b')
  const bold = editor.getByRole('button', { name: 'Bold', exact: true })
  const background = await bold.evaluate((mark) => getComputedStyle(mark).backgroundColor)
  t.not(background, 'rgb(255, 255, 255)', 'the background of the page')
  const media = editor.locator('.file')
  await media.locator('input').focus()
  t.equal(await media.evaluate((label) => getComputedStyle(label).outlineStyle), 'solid', 'it has the focus')
})

await browserTest(t, 'after midnight, times of the day before show their day', async (t, page) => {
  const { blog, send: publish } = await newsroom(built)
  await publish(true, 'First numbers')
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  const time = editor.locator('main .item .at time')
  t.match(await time.innerText(), /^\d\d:\d\d$/)
  await editor.clock.fastForward('25:00:00')
  await editor.clock.runFor(1000)
  t.match(await time.innerText(), /^\d+ \w+, \d\d:\d\d$/)
})
