/** The sound, video and table of the demo newsroom's archive. Generated, so that the repository has no binary files. */

/** The sound: samples per second, and duration in seconds. A sample has one byte. */
export const horn = { rate: 8000, seconds: 2 } as const

/** The video: size in pixels, frames per second, and duration in seconds. A grey pixel has one byte. */
export const film = { width: 48, height: 27, fps: 5, seconds: 2 } as const

/** Returns a WAV file (RIFF, PCM) of a ship's horn: two deep tones that swell and fade. */
const hornFile = (): Buffer => {
  const samples = Buffer.from(
    Array.from({ length: horn.rate * horn.seconds }, (_, at) => {
      const time = at / horn.rate
      const loudness = Math.sin((Math.PI * time) / horn.seconds)
      return (
        128 + Math.round(loudness * (60 * Math.sin(2 * Math.PI * 110 * time) + 40 * Math.sin(2 * Math.PI * 165 * time)))
      )
    })
  )
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(horn.rate, 24)
  head.writeUInt32LE(horn.rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** Returns a YUV4MPEG2 file of the rising tide: dark water fills the picture row by row. */
const filmFile = (): Buffer => {
  const frames = Array.from({ length: film.fps * film.seconds }, (_, frame) =>
    Buffer.concat([
      Buffer.from('FRAME\n'),
      Buffer.from(
        Array.from({ length: film.width * film.height }, (_, at) => {
          const row = Math.floor(at / film.width)
          return row > film.height - 4 - 2 * frame + Math.round(Math.sin((at % film.width) / 4 + frame)) ? 70 : 205
        })
      )
    ])
  )
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${film.width} H${film.height} F${film.fps}:1 Ip A1:1 Cmono\n`),
    ...frames
  ])
}

const TIDES = `date,high,metres,low,metres
2026-11-15,05:12,4.9,11:31,0.8
2026-11-16,06:01,4.6,12:20,1.1
2026-11-17,06:58,4.3,13:18,1.4
2026-11-18,08:07,4.1,14:29,1.6
`

/** The content and media type of each file, by file name. */
export const recordings: Readonly<Record<string, { type: string; bytes: Buffer }>> = {
  'ships-horn.wav': { type: 'audio/wav', bytes: hornFile() },
  'tide-coming-in.y4m': { type: 'video/x-yuv4mpeg', bytes: filmFile() },
  'tide-table.csv': { type: 'text/csv; charset=utf-8', bytes: Buffer.from(TIDES) }
}
