/** Loads the files of the demo newsroom's archive, with texts about them in two languages. */
import type { Sql } from '../client.ts'
import { pictures } from './pictures.ts'
import { film, horn, recordings } from './recordings.ts'

interface Text {
  title: string
  keywords: string
  description: string
  caption?: string
}

interface DemoFile {
  name: string
  type: 'image' | 'audio' | 'video' | 'other'
  thumbnail?: string
  creator: string
  createdOn: string
  /** Metadata in the table of the file's type, by column. */
  data?: Readonly<Record<string, string | number>>
  texts: Readonly<Partial<Record<'en' | 'de', Text>>>
}

/** The images that are pictures of users: login name and file name. */
const icons = [
  ['bjarki', 'bjarki.svg'],
  ['mio', 'mio.svg']
] as const

const demoFiles: readonly DemoFile[] = [
  {
    name: 'bjarki.svg',
    type: 'image',
    creator: 'bjarki',
    createdOn: '2026-01-12T08:20:00Z',
    texts: {
      en: {
        title: 'Bjarki Öxndal',
        keywords: 'portrait, staff',
        description: 'The editor in chief',
        caption: 'Bjarki runs The Tidewater.'
      }
    }
  },
  {
    name: 'mio.svg',
    type: 'image',
    creator: 'mio',
    createdOn: '2026-06-01T16:30:00Z',
    texts: {
      en: {
        title: '澪 汐浜',
        keywords: 'portrait, staff',
        description: 'The picture desk',
        caption: 'Mio chooses the pictures.'
      }
    }
  },
  {
    name: 'harbour-bridge.svg',
    type: 'image',
    creator: 'mio',
    createdOn: '2026-10-11T06:12:40Z',
    data: { creation_date: '2026-10-11T05:48:00Z', camera_make: 'Lumen & Sons', camera_model: 'Tidal 35' },
    texts: {
      en: {
        title: 'The middle bridge',
        keywords: 'harbour, bridge, marathon, dawn',
        description: 'The second of the course’s three bridges',
        caption: 'Before the first runners: the middle bridge at dawn.'
      },
      de: {
        title: 'Die mittlere Brücke',
        keywords: 'Hafen, Brücke, Marathon, Morgenrot',
        description: 'Die zweite der drei Brücken der Strecke',
        caption: 'Noch ohne Läufer: die mittlere Brücke im Morgenrot.'
      }
    }
  },
  {
    name: 'storm-track.svg',
    type: 'image',
    creator: 'aurelie',
    createdOn: '2026-11-14T17:05:00Z',
    data: { creation_date: '2026-11-14T16:50:00Z' },
    texts: {
      en: {
        title: 'Storm track',
        keywords: 'storm, weather, map',
        description: 'The course the weather service expects',
        caption: 'Landfall is expected north of Ullenmouth.'
      },
      de: {
        title: 'Zugbahn des Sturms',
        keywords: 'Sturm, Wetter, Karte',
        description: 'Der Weg, mit dem der Wetterdienst rechnet',
        caption: 'Der Sturm soll nördlich von Ullenmouth auf Land treffen.'
      }
    }
  },
  {
    name: 'ballot-box.svg',
    type: 'image',
    creator: 'mira',
    createdOn: '2026-11-15T21:58:10Z',
    texts: {
      en: {
        title: 'The last ballot box',
        keywords: 'election, count',
        description: 'From the ferry, at two minutes to ten',
        caption: 'In at the last minute.'
      }
    }
  },
  {
    name: 'ships-horn.wav',
    type: 'audio',
    thumbnail: 'content/sound.svg',
    creator: 'ishan',
    createdOn: '2026-10-11T08:15:02Z',
    data: {
      length: horn.seconds,
      sample_rate: horn.rate,
      audio_bitrate: horn.rate * 8,
      audio_encoding: 'PCM',
      channels: 'mono',
      title: 'Ship’s horn',
      artist: 'MV Ropewalk',
      year: 2026
    },
    texts: {
      en: {
        title: 'The ship’s horn',
        keywords: 'marathon, start, horn',
        description: 'The signal that starts the Harbour Marathon',
        caption: 'Go!'
      },
      de: {
        title: 'Das Schiffshorn',
        keywords: 'Marathon, Start, Horn',
        description: 'Das Startsignal des Hafenmarathons',
        caption: 'Los!'
      }
    }
  },
  {
    name: 'tide-coming-in.y4m',
    type: 'video',
    thumbnail: 'content/film.svg',
    creator: 'mio',
    createdOn: '2026-11-14T12:00:00Z',
    data: {
      length: film.seconds,
      width: film.width,
      height: film.height,
      fps: film.fps,
      video_bitrate: film.width * film.height * 8 * film.fps,
      video_encoding: 'YUV4MPEG2'
    },
    texts: {
      en: {
        title: 'The tide comes in',
        keywords: 'tide, harbour, storm',
        description: 'Custom House Steps in fast motion',
        caption: 'Six hours in two seconds.'
      }
    }
  },
  {
    name: 'tide-table.csv',
    type: 'other',
    thumbnail: 'content/paper.svg',
    creator: 'aurelie',
    createdOn: '2026-11-14T09:00:00Z',
    texts: {
      en: { title: 'Tide table', keywords: 'tide, table', description: 'High and low water at Ullenmouth' },
      de: { title: 'Gezeitentafel', keywords: 'Gezeiten, Tafel', description: 'Hoch- und Niedrigwasser in Ullenmouth' }
    }
  }
]

/** Must run after the users are loaded. @param idOf returns the id of a user by login name */
export const loadArchive = async (sql: Sql, idOf: (name: string) => number): Promise<void> => {
  for (const { name, type, creator, createdOn, data = {}, texts, thumbnail = `content/${name}` } of demoFiles) {
    const [{ Id }] = await sql<[{ Id: number }]>`
      insert into meta_data (name, type, size_in_bytes, content, thumbnail, creator, created_on)
      values (${name}, ${type}, ${sizeOf(name)}, ${`content/${name}`}, ${thumbnail}, ${idOf(creator)}, ${createdOn})
      returning id`
    if (type !== 'other') {
      await sql`insert into ${sql(`${type}_data`)} ${sql({ id: Id, ...(type === 'image' && pixelsOf(name)), ...data })}`
    }
    for (const [language, { caption, ...text }] of Object.entries(texts)) {
      await sql`
        insert into meta_infos (meta_data, language, title, keywords, description, caption)
        select ${Id}, id, ${text.title}, ${text.keywords}, ${text.description}, ${caption ?? null}
        from languages where code = ${language}`
    }
  }
  for (const [person, picture] of icons) {
    await sql`
      insert into person_icons (person, meta_data)
      select ${idOf(person)}, id from meta_data where content = ${`content/${picture}`}`
  }
}

const sizeOf = (name: string) => recordings[name]?.bytes.length ?? Buffer.byteLength(pictures[name] ?? '')

const pixelsOf = (name: string) => {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(pictures[name] ?? '') ?? []
  return { width: Number(width), height: Number(height) }
}
