/** How long files wait for their turn in the archive. */
import { Readable } from 'node:stream'
import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { openArchive } from '../../plugins/files/archive.ts'
import { recording } from '../support/media.ts'

// Here, and not beside other tests of uploads: a timer of a driver that began earlier could not be cleared any more.
mock.timers.enable({ apis: ['setTimeout'] })

const archive = await openArchive(
  {
    DATA_DIR: t.testdir(),
    UPLOAD_MEGAPIXELS: 50,
    FILES_BUCKET: '',
    FILES_ENDPOINT: '',
    FILES_REGION: '',
    FILES_KEY_ID: '',
    FILES_SECRET: ''
  },
  // The first file that is stored waits for this for ever.
  { filePrefix: () => new Promise(() => {}), log: { error: () => t.fail(), warn: () => t.fail() } }
)

const endless = () => new Promise(() => {})
const file = await archive.receive(Readable.from([await recording('horn.mp3')]))

for (const [about, begin, places, wait] of [
  ['that arrives waits 20 s for ten others of its user', () => archive.arriving(1)(endless), 10, 20_000],
  ['that has arrived waits 60 s for one other of its user', () => archive.ofUploader(1)(endless), 1, 60_000],
  ['whose turn it is waits 60 s for one of another user', () => archive.add(file), 1, 60_000]
] as const) {
  await t.test(`a file ${about}`, async (t) => {
    for (let count = 0; count < places; count += 1) void begin()
    let outcome = 'waits'
    begin().catch(({ message }: Error) => (outcome = message))
    mock.timers.tick(wait - 1)
    await setImmediate()
    t.equal(outcome, 'waits')
    mock.timers.tick(1)
    await setImmediate()
    t.equal(outcome, 'The service is overloaded; try again shortly')
  })
}
