/**
 * Measures every criterion of the archive's lists, as a filter and as an order, on an archive far larger than the demo
 * newsroom's. Run with `npx tsx bench/archive.ts`; it writes its table into docs/performance.md.
 */
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { connect, type Sql } from '../db/client.ts'
import type { Criteria, CriterionKind } from '../schemas/language/criteria.ts'
import { AudioDataCriteria, ImageDataCriteria, MetaDataCriteria, VideoDataCriteria } from '../schemas/meta-data.ts'
import { MetaDataInfoCriteria } from '../schemas/meta-data-info.ts'
import { AudioInfoCriteria, ImageInfoCriteria, MetaInfoCriteria, VideoInfoCriteria } from '../schemas/meta-info.ts'
import { readOptions } from './options.ts'
import { measuredOn, table, thousands, updateBlock } from './report.ts'
import { startService } from './service.ts'
import { median } from './stats.ts'
import { undoing } from './undo.ts'

const FILES = 100_000
const REQUESTS = 5

/** A value that each kind of criterion takes; few files have it, so that a scan has to read on. */
const values: Readonly<Record<CriterionKind, string>> = {
  like: 'none-99999%',
  equal: 'none',
  flag: 'true',
  range: '99990',
  decimal: '1.5',
  moment: '2020-01-01',
  search: 'none',
  expression: 'none-99999',
  names: 'video',
  ids: '99999'
}

const lists: readonly (readonly [string, Criteria])[] = [
  ['MetaData', MetaDataCriteria],
  ['ImageData', { ...MetaDataCriteria, ...ImageDataCriteria }],
  ['AudioData', { ...MetaDataCriteria, ...AudioDataCriteria }],
  ['VideoData', { ...MetaDataCriteria, ...VideoDataCriteria }],
  ['MetaInfo', MetaInfoCriteria],
  ['ImageInfo', ImageInfoCriteria],
  ['AudioInfo', AudioInfoCriteria],
  ['VideoInfo', VideoInfoCriteria],
  ['MetaDataInfo/Query', MetaDataInfoCriteria]
]

const { dry } = readOptions(process.argv.slice(2))

await undoing(async (later) => {
  const { databaseUrl } = await startService(later)
  const sql = connect({ url: databaseUrl, max: 4 })
  await fill(sql)
  const app = await buildApp(readConfig({ DATABASE_URL: databaseUrl, CACHE_MB: '0' }), { sql })
  later(() => app.close())

  const timeOf = async (address: string) => {
    const taken: number[] = []
    for (let count = 0; count <= REQUESTS; count++) {
      const began = performance.now()
      const { statusCode, body } = await app.inject(address)
      if (statusCode !== 200) throw new Error(`${address} was answered with ${statusCode}: ${body}`)
      if (count > 0) taken.push(performance.now() - began)
    }
    return median(taken)
  }

  const rows: string[][] = []
  for (const [list, criteria] of lists) {
    const measured: { name: string, filter: number, order: number }[] = []
    for (const [name, { kind, ordered }] of Object.entries(criteria)) {
      const address = `/resources/Archive/${list}?limit=30&`
      const filter = await timeOf(`${address}${name}=${encodeURIComponent(values[kind])}`)
      measured.push({ name, filter, order: ordered ? await timeOf(`${address}detailed=false&asc=${name}`) : 0 })
    }
    const slowest = (by: 'filter' | 'order') => measured.toSorted((one, other) => other[by] - one[by])
      .slice(0, 1).map((criterion) => `${criterion[by].toFixed(0)} (${criterion.name})`).join()
    rows.push([list, `${measured.length}`, slowest('filter'), slowest('order')])
  }
  const text = [
    table(['List', 'Criteria', 'Slowest filter, ms', 'Slowest order, ms'], rows),
    `Medians of ${REQUESTS} pages of 30, on ${thousands(FILES)} files with a text about each: half images, a quarter recordings, a quarter videos.`,
    await measuredOn(['fastify', 'postgres'])
  ].join('\n\n')
  process.stdout.write(`${text}\n`)
  if (!dry) await updateBlock('archive', `${text}\n`)
})

/** Fills the archive; every text and number is another one. */
async function fill (sql: Sql): Promise<void> {
  await sql`
    insert into meta_data (id, name, type, content, thumbnail, size_in_bytes, creator, created_on)
    select 1000 + n, 'none-' || n, (array['image', 'audio', 'image', 'video'])[1 + n % 4], 'content/' || n, 'content/person.svg', n, 1,
      timestamptz '2021-01-01' + n * interval '1 hour'
    from generate_series(1, ${FILES}::integer) as n`
  await sql`
    insert into image_data (id, width, height, creation_date, camera_make, camera_model)
    select id, id, id, created_on, name, name from meta_data where id > 1000 and type = 'image'`
  await sql`
    insert into audio_data (id, length, sample_rate, audio_bitrate, track, tcmp, year, disk, tbpm, audio_encoding, channels, title, artist,
      album, genre, album_artist, composer)
    select id, id, id, id, id, id, id, id, id, name, name, name, name, name, name, name, name from meta_data where id > 1000 and type = 'audio'`
  await sql`
    insert into video_data (id, length, width, height, video_bitrate, fps, sample_rate, audio_bitrate, video_encoding, audio_encoding, channels)
    select id, id, id, id, id, id, id, id, name, name, name from meta_data where id > 1000 and type = 'video'`
  await sql`
    insert into meta_infos (meta_data, language, title, keywords, description)
    select id, 1, name, name, name from meta_data where id > 1000`
  for (const type of ['image', 'audio', 'video']) {
    await sql`
      insert into ${sql(`${type}_infos`)} (id, caption)
      select meta_infos.id, name from meta_infos join meta_data on meta_data.id = meta_data where meta_data > 1000 and meta_data.type = ${type}`
  }
  await sql`analyze`
}
