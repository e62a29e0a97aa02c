/** Follows blogs of other services. Of several processes, one follows each sync. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { copies } from '../../db/copies/index.ts'
import { holds, type FollowedSync } from '../../db/syncs.ts'
import type { IsAllowed } from '../../plugins/clients.ts'
import { allAddresses } from '../../plugins/outgoing/addresses.ts'
import { workOnHeld } from '../holding.ts'
import { measuring } from '../measuring.ts'
import { follow } from './follower.ts'
import { healthOf } from './health.ts'
import { withLimit } from './limit.ts'
import { poll } from './polling.ts'

export interface FollowingOptions {
  /** Whether this process follows at all. */
  readonly isOn: boolean
  /** Whether private and loopback networks may be read. */
  readonly isPrivateAllowed: boolean
  /** Beginning of the addresses of pictures in posts, without a slash at its end; empty if posts have only the path. */
  readonly baseUrl: string
  /** Seconds between two looks at a source that is polled only, at least. */
  readonly seconds: number
}

/** Milliseconds that a request may take, and that a stream may be silent: heartbeats come every 15 seconds. */
const TIMEOUT = 20_000
const SILENCE = 40_000
const MAX_BYTES = 8 * 1024 * 1024
/** Milliseconds that a picture may take. */
const PICTURE_TIMEOUT = 10_000
/** Number of files for the limit of pictures where users may not upload any. */
const DEFAULT_FILES = 200

const following = async (app: FastifyInstance, { isOn, isPrivateAllowed, baseUrl, seconds }: FollowingOptions) => {
  const states = holds(app.sql)
  addMetrics(app, states.measure)
  if (!isOn) return
  const store = copies(app.sql, app.begin)
  const isAllowed: IsAllowed | undefined = isPrivateAllowed ? allAddresses : undefined

  // The HTTP client is loaded with the first sync, because most services have none.
  const run = async (sync: FollowedSync, holder: string, signal: AbortSignal) => {
    const { guardedClient } = await import('../../plugins/outgoing/index.ts')
    const { withPictures } = await import('./pictures.ts')
    const { pictureArchive } = await import('../pictures/archive.ts')
    const { files } = app
    const client = { isAllowed, maxBytes: MAX_BYTES, userAgent: 'Desk-Follower/1.0' }
    const pictures = {
      get: guardedClient({ ...client, maxBytes: files.maxBytes, timeout: PICTURE_TIMEOUT }),
      archive: pictureArchive(app.sql, app.begin, files, { source: sync.Source, creator: sync.Creator }),
      base: sync.Address,
      addressOf: (content: string) => `${baseUrl}/${content}`,
      signal,
      // As many bytes in a day as a user may upload in an hour.
      maxBytesADay: files.maxBytes * (files.maxPerHour || DEFAULT_FILES)
    }
    const hold = { sync: sync.Sync, holder }
    const health = healthOf(states, hold, app.log)
    await (sync.Type === 'blog provider' ? poll : follow)(sync, {
      ...{ store: withLimit(withPictures(store, pictures), health, signal), states: health, hold },
      get: guardedClient({ ...client, timeout: TIMEOUT }),
      stream: guardedClient({ ...client, maxBytes: Number.MAX_SAFE_INTEGER, timeout: SILENCE }),
      signal,
      seconds,
      warn: (reason) => app.log.warn({ sync: sync.Sync, reason }, 'a part of a source cannot be read')
    })
  }

  workOnHeld<FollowedSync>(app, {
    name: 'syncs',
    take: states.take,
    release: states.release,
    idOf: ({ Sync }) => Sync,
    // Another type or address is another source.
    sourceOf: ({ Type, Address }) => `${Type} ${Address}`,
    isDue: () => true,
    run,
    tags: () => ['everything']
  })
}

const addMetrics = (app: FastifyInstance, measure: ReturnType<typeof holds>['measure']) => {
  const numbersNow = measuring(app)
  const gauge = (
    name: string,
    help: string,
    valueOf: (numbers: Awaited<ReturnType<typeof measure>>[number]) => number
  ) =>
    app.metrics?.gauge({
      name,
      help,
      labelNames: ['sync'],
      async collect() {
        this.reset()
        for (const numbers of (await numbersNow(measure)) ?? []) this.set({ sync: numbers.Sync }, valueOf(numbers))
      }
    })
  gauge('desk_sync_lag_changes', 'Changes of a source that are not copied yet', ({ Lag }) => Lag)
  gauge('desk_sync_parked_changes', 'Changes of a source that wait for an editor', ({ Parked }) => Parked)
  gauge(
    'desk_sync_last_success_seconds',
    'Seconds since everything of a source had last been copied; -1 if never',
    ({ SuccessAge = -1 }) => SuccessAge
  )
}

export default fp(following, { name: 'following', dependencies: ['database', 'files', 'metrics'] })
