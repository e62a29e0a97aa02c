/** Uploads of recordings, and those that fail: files removed from the device, and requests without an answer. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { browserTest } from '../../support/browser.ts'
import { box, correction, deskOf, refuseFirst, stopClock, timeline, whenAlive } from '../../support/desk.ts'
import { build, newsroom, publishIn, until, untilWaitingForLocks } from '../../support/index.ts'
import { photograph, recording } from '../../support/media.ts'

const built = await build(t)
const { app, sql } = built
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const desk = deskOf(built, address)

/** Makes a file on the disk of the device. */
const fileOf = async (name: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-left-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, await photograph())
  return path
}

/** Counts the files that are kept on the device. */
const KEPT_FILES = `new Promise((resolve) => {
  indexedDB.open('desk').onsuccess = ({ target }) => {
    target.result.transaction('files').objectStore('files').count().onsuccess = ({ target }) => resolve(target.result)
  }
})`

/** Chooses a picture whose file is removed from the device before it is sent. */
const loseFile = async (editor: Page, name: string, isKept = true) => {
  const path = await fileOf(name)
  await editor.route('**/MetaData/Upload', (route) => route.abort())
  await editor.setInputFiles('input[type=file]', path)
  await editor.locator('.pictures .blank').waitFor()
  if (isKept) {
    await until(
      () => editor.evaluate(KEPT_FILES),
      (count) => count === 1
    )
  }
  await rm(path)
  await editor.unroute('**/MetaData/Upload')
}

/** Sends a post with a picture that does not arrive until uploads are routed again. */
const sendWithoutUploads = async (editor: Page) => {
  await editor.route('**/MetaData/Upload', (route) => route.abort())
  await editor.setInputFiles('input[type=file]', await fileOf('ferry.jpg'))
  await box(editor).fill('The ferry is in')
  await box(editor).press('Control+Enter')
}

await browserTest(t, 'a picture arrives whose file was removed from the device before it was sent', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await loseFile(editor, 'quay.jpg')
  await editor.locator('.pictures img').waitFor()
  t.equal(await editor.locator('.pictures .error').count(), 0)
})

await browserTest(t, 'a picture counts as sent only when the service has it', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  const progress = editor.locator('.pictures progress')
  await sql.begin(async (lock) => {
    await lock`lock table meta_data in exclusive mode`
    await editor.setInputFiles('input[type=file]', await fileOf('pier.jpg'))
    await untilWaitingForLocks(sql)
    await until(() => progress.getAttribute('value'), '0.99', { limit: 5000 })
  })
  await editor.locator('.pictures img').waitFor()
  t.equal(await progress.count(), 0)
  t.equal(await editor.locator('.pictures [role=status]').innerText(), 'pier.jpg has arrived.', 'people hear it')
})

await browserTest(t, 'a slow upload goes on while it proceeds, until its picture is removed', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  const network = await editor.context().newCDPSession(editor)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 300_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  let failures = 0
  editor.on('requestfailed', (request) => (failures += request.url().endsWith('/Upload') ? 1 : 0))
  const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(6_000_000) }
  await editor.setInputFiles('input[type=file]', large)
  const progress = async () => Number(await editor.locator('.pictures progress').getAttribute('value'))
  for (let last = 0, steps = 0; steps < 3; steps += 1) {
    last = await until(progress, (value) => value > last)
    await editor.clock.fastForward(25_000)
  }
  t.equal(failures, 0)
  await editor.getByRole('button', { name: 'Remove large.jpg' }).click()
  await until(() => failures, 1)
})

await browserTest(t, 'a dropped file goes to the form below it, and elsewhere to the box', async (_t, page) => {
  const { blog } = await newsroom(built)
  await publishIn(sql, blog, 'The harbour')
  const editor = await desk.open(page, 'admin', blog)
  await editor.route('**/MetaData/Upload', (route) => route.abort())
  const drop = (place: string, file: string) =>
    editor.locator(place).evaluate((element, name) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['a'], name, { type: 'image/png' }))
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    }, file)
  const has = (form: string, file: string) =>
    editor
      .locator(form)
      .getByRole('button', { name: `Remove ${file}` })
      .waitFor()
  await editor.locator('main .item').getByRole('link', { name: 'Correct' }).click()
  await drop('.correction textarea', 'corrected.png')
  await has('.correction', 'corrected.png')
  await drop('main', 'new.png')
  await has('#write', 'new.png')
})

await browserTest(t, 'a removed file of which there is no copy holds nothing up', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await editor.addInitScript(`Object.defineProperty(window, 'indexedDB', { get() { throw new Error('private') } })`)
  await editor.reload()
  await whenAlive(editor)
  await loseFile(editor, 'ship.jpg', false)
  await editor.locator('.pictures').getByText('This file has not arrived').waitFor()
  await editor.getByRole('button', { name: 'Remove ship.jpg' }).click()
  await box(editor).fill('No ship today')
  await box(editor).press('Control+Enter')
  await editor.getByText('Published.').waitFor()
  t.same(await timeline(editor), ['No ship today'])
})

for (const [failure, script] of [
  ['has closed', `IDBDatabase.prototype.transaction = () => { throw new DOMException('closed') }`],
  [
    'does not open',
    `IDBFactory.prototype.open = ((open) => function (name) {
      open.call(this, name + '-later', 2)
      return open.call(this, name + '-later', 1)
    })(IDBFactory.prototype.open)`
  ],
  [
    'does not read',
    `IDBObjectStore.prototype.get = ((get) => function (key) {
      const request = get.call(this, key)
      this.transaction.abort()
      return request
    })(IDBObjectStore.prototype.get)`
  ]
] as const) {
  await browserTest(
    t,
    `a file of an earlier page is missing if the browser ${failure} its storage`,
    async (_t, page) => {
      const { blog } = await newsroom(built)
      const editor = await desk.open(page, 'admin', blog)
      await editor.route('**/MetaData/Upload', (route) => route.abort())
      await editor.setInputFiles('input[type=file]', await fileOf('crane.jpg'))
      await until(
        () => editor.evaluate(KEPT_FILES),
        (count) => count === 1
      )
      await editor.addInitScript(script)
      await editor.reload()
      await editor.locator('.pictures').getByText('This file has not arrived').waitFor()
    }
  )
}

await browserTest(t, 'an upload without an answer is sent again', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  let requests = 0
  await editor.route('**/MetaData/Upload', (route) => {
    requests += 1
    // The first one gets no answer.
    return requests === 1 ? undefined : route.continue()
  })
  await editor.setInputFiles('input[type=file]', await fileOf('bridge.jpg'))
  await until(
    () => requests,
    (count) => count === 1
  )
  const sentAgain = async () => {
    if (requests === 1) await editor.clock.fastForward(20_000)
    return requests
  }
  await until(sentAgain, (count) => count === 2, { pause: 300 })
  await editor.locator('.pictures img').waitFor()
  t.equal(await editor.locator('.pictures .error').count(), 0)
})

await browserTest(t, 'a file waits and is sent again while another program answers', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog, { hasClock: true })
  let requests = 0
  await editor.route('**/MetaData/Upload', async (route) => {
    await route.fulfill({ contentType: 'text/html', body: '<p>Log in' })
    requests += 1
  })
  await stopClock(editor)
  await editor.setInputFiles('input[type=file]', await fileOf('canal.jpg'))
  let milliseconds = 0
  const sentAgain = async () => {
    await editor.clock.runFor(500)
    milliseconds += 500
    return requests
  }
  await until(sentAgain, (count) => count > 1, { pause: 300 })
  t.ok(milliseconds >= 3000, `after ${milliseconds} ms`)
  await editor.unroute('**/MetaData/Upload')
  await editor.clock.resume()
  await editor.locator('.pictures img').waitFor()
})

await browserTest(t, 'a file is not sent again before the time for which the service asks', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  const times = await refuseFirst(editor, '**/MetaData/Upload', 5)
  await editor.setInputFiles('input[type=file]', await fileOf('lock.jpg'))
  // Else, the page sends at once what waits.
  await until(async () => {
    await editor.evaluate(`dispatchEvent(new Event('online'))`)
    return times.length
  }, 2)
  await editor.locator('.pictures img').waitFor()
  const [first = NaN, second = NaN] = times
  t.ok(second - first >= 4_900, `after ${second - first} milliseconds`)
})

await browserTest(t, 'a post whose file is on its way holds up no other', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await sendWithoutUploads(editor)
  await editor.locator('.outbox').getByText('Its files are sent first').waitFor()
  await box(editor).fill('The mayor resigns')
  await box(editor).press('Control+Enter')
  await editor.getByText('Published.').waitFor()
  t.same(await timeline(editor), ['The mayor resigns'])
  await editor.unroute('**/MetaData/Upload')
  await editor.locator('main .item .content img').waitFor()
  t.same(await timeline(editor), ['The ferry is in', 'The mayor resigns'])
})

await browserTest(t, 'a discarded post comes back with its pictures, and is sent with them', async (t, page) => {
  const { blog } = await newsroom(built)
  const editor = await desk.open(page, 'admin', blog)
  await sendWithoutUploads(editor)
  await editor.locator('.outbox').getByRole('button', { name: 'Discard' }).click()
  await editor.locator('.toast', { hasText: 'Discarded.' }).getByRole('button', { name: 'Bring it back' }).click()
  await editor.locator('.outbox').getByText('Its files are sent first').waitFor()
  await editor.unroute('**/MetaData/Upload')
  await editor.locator('main .item .content img').waitFor()
  t.match(await timeline(editor), [/The ferry is in/])
  const [post] = await built.sql<{ Content: string }[]>`select content from posts where blog = ${blog}`
  t.match(post?.Content, /<img/)

  await editor.route('**/MetaData/Upload', (route) => route.abort())
  await editor.locator('main .item').getByRole('link', { name: 'Correct' }).click()
  await editor.setInputFiles('.correction input[type=file]', await fileOf('quay.jpg'))
  await editor.locator('.correction .pictures .blank').waitFor()
  await editor.locator('.correction').getByRole('link', { name: 'Cancel' }).click()
  await editor.locator('.toast', { hasText: 'not stored' }).getByRole('button', { name: 'Bring it back' }).click()
  await editor.locator('.correction .pictures .blank').waitFor()
  await editor.locator('.correction').getByRole('button', { name: 'Store correction' }).click()
  await editor.locator('.outbox').getByText('Its files are sent first').waitFor()
  await editor.unroute('**/MetaData/Upload')
  await editor.locator('main .item .content img').nth(1).waitFor()
})

const contentIn = async (blog: number): Promise<string> => {
  const [post] = await built.sql<{ Content: string }[]>`select content from posts where blog = ${blog}`
  return post?.Content ?? ''
}

await browserTest(t, 'sound and video are sent like pictures, and readers see them', async (t, page) => {
  const { blog } = await newsroom(built)
  await built.sql`update blogs set live_on = now() where id = ${blog}`
  const editor = await desk.open(page, 'admin', blog)
  const send = async (name: string, mimeType: string, file = name) =>
    editor.setInputFiles('input[type=file]', { name, mimeType, buffer: await recording(file) })
  for (const [name, file, reason] of [
    [
      'tide.avi',
      'tide.webm',
      'Not all browsers show this file. Save a picture as JPEG or PNG, sound as MP3, video as MP4, and choose that.'
    ],
    [
      'placed.webm',
      'placed.webm',
      'This file says where it was recorded. Remove the place from it, and choose it again.'
    ]
  ] as const) {
    await send(name, '', file)
    await editor.locator('.pictures .error').getByText(reason, { exact: true }).waitFor()
    await editor.getByRole('button', { name: `Remove ${name}` }).click()
  }
  await send('tide.webm', 'video/webm')
  // Browsers do not agree about its type.
  await send('horn.m4a', 'audio/x-m4a')
  await editor.locator('.pictures video').waitFor()
  await editor.locator('.pictures audio').waitFor()
  // As a telephone stores it.
  await send('clip.mov', 'video/quicktime')
  await editor.locator('.pictures video[src$=".mp4"]').waitFor()
  await editor.getByRole('button', { name: 'Remove clip.mov' }).click()
  await editor.locator('.preview video[src$=".mp4"]').waitFor({ state: 'detached' })
  const shown = editor.locator('.preview video')
  t.equal(await shown.getAttribute('preload'), 'none', 'the preview, which each key makes anew, loads nothing')
  await editor.getByLabel('Description of tide.webm').fill('High tide')
  await box(editor).fill('The harbour now')
  await box(editor).press('Control+Enter')
  await editor.getByText('Published.').waitFor()
  t.match(
    await contentIn(blog),
    /^<p>The harbour now<\/p><figure><video src="[^"]+\.webm" aria-label="High tide" width="\d+" height="\d+" controls>/
  )

  await editor.locator('main .item').getByRole('link', { name: 'Correct' }).click()
  await editor.locator('.correction .pictures :is(video, audio)').nth(1).waitFor()
  await correction(editor).fill('The harbour at noon')
  await correction(editor).press('Control+Enter')
  await editor.getByText('Corrected.').waitFor()
  t.match(await contentIn(blog), /noon<\/p><figure><video [^]+<figure><audio src="[^"]+\.m4a" aria-label="" controls>/)

  await page.goto(`${address}/live/${blog}`)
  const video = page.getByLabel('High tide')
  await until(
    () => video.evaluate((element) => element instanceof HTMLVideoElement && element.duration > 0),
    (isReady) => isReady
  )
  t.match(await video.evaluate(({ outerHTML }) => outerHTML), / controls="" preload="metadata"/)
  t.equal(await page.locator('.text audio').count(), 1)
})
