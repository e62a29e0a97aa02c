/** Files for uploads: recordings and videos from `media/`, and pictures that these functions create. */
import { createCipheriv } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { root } from './root.ts'

/** Reads a recording or a video from `media/`. */
export const recording = (name: string): Promise<Buffer> => readFile(`${root}/test/support/media/${name}`)

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 30, g: 90, b: 160 } } })

/** Returns bytes without a pattern. */
const noise = (length: number) =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length))

/** Creates a photograph like that of a phone: rotated, with metadata about the camera, the time and the place. */
export const photograph = (): Promise<Buffer> =>
  canvas(640, 360)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Lumen & Sons', Model: 'Tidal 35', Copyright: 'secret words' },
      IFD2: { DateTimeOriginal: '2026:10:11 05:48:00', DateTimeDigitized: '2026:10:12 09:00:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 6/1 0/1' }
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>secret words</place></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** Creates a small picture in a supported format. */
export const picture = (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif', width = 64, height = 32): Promise<Buffer> =>
  canvas(width, height).toFormat(format).toBuffer()

/**
 * Creates a JPEG with as much detail as a photograph has. Its noise is always the same: the sizes of the formats
 * depend on it.
 */
export const landscape = (width: number, height: number): Promise<Buffer> =>
  sharp(noise(3 * width * height), { raw: { width, height, channels: 3 } })
    .blur(3)
    .normalise()
    .jpeg({ quality: 95 })
    .toBuffer()

/** Creates a PNG of two colours, which no other format makes smaller. */
export const chessboard = (size: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      Array.from({ length: size * size }, (_, at) => (((at >> 1) + Math.floor(at / size / 2)) % 2 === 0 ? 0 : 255))
    ),
    {
      raw: { width: size, height: size, channels: 1 }
    }
  )
    .png({ palette: true })
    .toBuffer()

/** Creates a small file that becomes large when the service writes the picture again in good quality. */
export const noisyPicture = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 60 } }
  })
    .jpeg({ quality: 5 })
    .toBuffer()

/** Creates an animated picture. */
export const animation = async (format: 'gif' | 'webp', frames: number, width = 20, height = 10): Promise<Buffer> => {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({ create: { width, height, channels: 3, background: { r: index * 20, g: 0, b: 0 } } })
        .png()
        .toBuffer()
    )
  )
  return sharp(pictures, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

/** Returns a chunk, of which a WebP consists. */
const chunk = (name: string, content: Buffer) => {
  const head = Buffer.from(`${name}....`)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/**
 * Creates a WebP whose EXIF data, with the high bytes first, has entries of which each stands for the same bytes, and
 * last the maker of a camera.
 */
export const repeatedExif = async (entries: number, bytes: number): Promise<Buffer> => {
  const end = 8 + 2 + (entries + 1) * 12 + 4
  const exif = Buffer.alloc(end + bytes)
  exif.write('MM\0*\0\0\0\x08', 'latin1')
  exif.writeUInt16BE(entries + 1, 8)
  const add = (index: number, tag: number, type: number, count: number) => {
    const at = 10 + index * 12
    exif.writeUInt16BE(tag, at)
    exif.writeUInt16BE(type, at + 2)
    exif.writeUInt32BE(count, at + 4)
    exif.writeUInt32BE(end, at + 8)
  }
  exif.write('Lumen', end)
  for (let index = 0; index < entries; index += 1) add(index, 0x9001 + index, 1, bytes)
  add(entries, 0x010f, 2, 5)

  // It says that there is EXIF data, and that the picture has 64 × 32 pixels.
  const extended = Buffer.from('080000003f00001f0000', 'hex')
  const pixels = (await picture('webp')).subarray(12)
  const parts = [chunk('VP8X', extended), pixels, chunk('EXIF', exif)]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]))
}

/** Creates a GIF of many frames with one pixel each. */
export const flicker = (frames: number): Buffer => {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** Creates a WebP of many frames with one pixel each. */
export const flickerInWebp = async (frames: number): Promise<Buffer> => {
  const pixel = (await canvas(1, 1).webp({ lossless: true }).toBuffer()).subarray(12)
  // Its place, its size less one, and a tenth of a second.
  const frame = chunk('ANMF', Buffer.concat([Buffer.alloc(12), Buffer.from([100, 0, 0, 0]), pixel]))
  // It says that the picture moves, and has one pixel.
  const extended = Buffer.from('02000000000000000000', 'hex')
  const parts = [
    chunk('VP8X', extended),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame)
  ]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]))
}

/** Creates a WebM of empty tracks, each of which takes time. */
export const emptyTracks = (count: number): Buffer => {
  const head = '1a45dfa39f4286810142f7810142f2810442f381084282847765626d4287810442858102'
  // A segment and its tracks, whose sizes are unknown.
  return Buffer.from(`${head}1853806701ffffffffffffff1654ae6b01ffffffffffffff${'ae80'.repeat(count)}`, 'hex')
}

/** Returns the tags of an MP3 with these frames. */
const tagsOf = (frames: Buffer): Buffer => {
  // The length is in bytes of seven bits.
  const length = [21, 14, 7, 0].map((bits) => (frames.length >> bits) & 127)
  return Buffer.concat([Buffer.from([...Buffer.from('ID3'), 3, 0, 0, ...length]), frames])
}

/** Creates an MP3 with the same tag again and again. */
export const repeatedTag = (count: number): Buffer => {
  const sound = Buffer.alloc(417)
  sound.writeUInt32BE(0xfffb9064)
  return Buffer.concat([tagsOf(Buffer.from('TIT2\0\0\0\x02\0\0\0a'.repeat(count), 'latin1')), sound])
}

/** Replaces the tags of an MP3 with texts of 300 characters. */
export const withLongTags = (mp3: Buffer): Buffer => {
  const frames = ['TIT2', 'TPE1', 'TALB', 'TCON', 'TPE2', 'TCOM'].map(
    (tag) => `${tag}\0\0\x01\x2d\0\0\0${'n'.repeat(300)}`
  )
  const sound = mp3.subarray(10 + mp3.subarray(6, 10).reduce((length, bits) => length * 128 + bits, 0))
  return Buffer.concat([tagsOf(Buffer.from(frames.join(''), 'latin1')), sound])
}

/** Creates an MP4 of empty boxes. */
export const emptyBoxes = (count: number): Buffer => {
  const type = Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('ftypisom\0\0\0\0')])
  const header = Buffer.alloc(100)
  // A second, in milliseconds.
  header.writeUInt32BE(1000, 12)
  header.writeUInt32BE(1000, 16)
  const movie = Buffer.concat([Buffer.from([0, 0, 0, 116]), Buffer.from('moov\0\0\0\x6cmvhd'), header])
  return Buffer.concat([type, movie, Buffer.from('0000000866726565'.repeat(count), 'hex')])
}
