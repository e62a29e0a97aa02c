/** The sound, the video and the table in the demo newsroom's archive: small files, made here so that nothing binary is kept. */

/** What the horn is: eight thousand samples a second, one byte each, for two seconds. */
export const horn = { rate: 8000, seconds: 2 } as const

/** What the film is: five frames a second for two seconds, grey and small. */
export const film = { width: 48, height: 27, fps: 5, seconds: 2 } as const

/** A WAV file (RIFF, PCM): the ship's horn, two deep tones that swell and fade. */
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

/** A YUV4MPEG2 file: the tide coming in, dark water rising row by row. */
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

/** The files by name, with their media types. */
export const recordings: Readonly<Record<string, { type: string; bytes: Buffer }>> = {
  'ships-horn.wav': { type: 'audio/wav', bytes: hornFile() },
  'tide-coming-in.y4m': { type: 'video/x-yuv4mpeg', bytes: filmFile() },
  'tide-table.csv': { type: 'text/csv; charset=utf-8', bytes: Buffer.from(TIDES) }
}
