/** Reads pictures and encodes them again, so that nothing but their pixels is stored. */
import readExif, { type Exif } from 'exif-reader'
import sharp from 'sharp'
import type { Details } from '../../db/uploads.ts'
import { refusedProperty } from '../faults/refusals.ts'
import { thumbSizes } from '../../schemas/meta-data.ts'
import { kinds, type PictureExtension } from './kinds.ts'
import { plainText } from './texts.ts'

/** A picture as it is stored: its own bytes, those of its small pictures by size, and what is known of it. */
export interface Picture {
  readonly bytes: Buffer
  readonly thumbnails: ReadonlyMap<string, Buffer>
  readonly details: Details
}

// libvips reads more than fifty formats, and a hostile file could pass for one of those.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`)
})
// No picture is read twice.
sharp.cache(false)

/** Encoder settings. Higher efforts take many times as long for a few percent. */
const outputs = {
  jpg: ['jpeg', { quality: 90 }],
  png: ['png', {}],
  webp: ['webp', { quality: 90, effort: 2 }],
  gif: ['gif', { effort: 3 }],
  avif: ['avif', { quality: 70, effort: 2 }]
} as const

/** Seconds that a step of the work on a picture may take. */
const MAX_SECONDS = 45
const MILLION = 1_000_000
const TOO_SLOW = `takes longer than ${MAX_SECONDS} seconds to work on; make it smaller`

/**
 * Encodes a picture again in its own format: upright, in sRGB, without any metadata.
 * @param maxMegapixels of all frames of the picture together
 * @throws HttpError 400 when it is damaged or too large
 */
export const takePicture = async (
  path: string,
  extension: PictureExtension,
  maxMegapixels: number
): Promise<Picture> => {
  const [format, options] = outputs[extension]
  const isAnimated = extension === 'gif' || extension === 'webp'
  const limits = { failOn: 'error', limitInputPixels: maxMegapixels * MILLION } as const
  const damaged = () => refusedProperty('file', `cannot be read as ${kinds[extension].name}; it is damaged or cut off`)
  try {
    const head = sharp(path, { animated: isAnimated, limitInputPixels: false })
    const { width, height, pages = 1, exif } = await head.metadata()
    if (width * height > limits.limitInputPixels) {
      throw refusedProperty(
        'file',
        `has ${Math.ceil((width * height) / MILLION)} million pixels${
          pages > 1 ? ` in ${pages} frames` : ''
        }; at most ${maxMegapixels} million are taken`
      )
    }
    const upright = () => sharp(path, limits).autoOrient().timeout({ seconds: MAX_SECONDS })
    // A film cannot be turned, and has no orientation.
    const whole = pages > 1 ? sharp(path, { ...limits, animated: true }).timeout({ seconds: MAX_SECONDS }) : upright()
    const { data, info } = await whole.toFormat(format, options).toBuffer({ resolveWithObject: true })
    const thumbnails = await thumbnailsOf(await upright().resize(inHeight(MAX_HEIGHT)).png().toBuffer())
    return {
      bytes: data,
      thumbnails,
      details: { Width: info.width, Height: info.pageHeight ?? info.height, ...cameraOf(exif) }
    }
  } catch (error) {
    if (!(error instanceof Error) || 'statusCode' in error) throw error
    // Those of sharp describe the inside of libvips.
    throw error.message.startsWith('timeout') ? refusedProperty('file', TOO_SLOW) : damaged()
  }
}

const MAX_HEIGHT = Math.max(...Object.values(thumbSizes))

/** Bounds the width too: a strip of a million pixels would fit no format. */
const inHeight = (height: number) => ({ height, width: height * 16, fit: 'inside', withoutEnlargement: true }) as const

const thumbnailsOf = async (largest: Buffer): Promise<Map<string, Buffer>> => {
  const made = Object.entries(thumbSizes).map(
    async ([size, height]) =>
      [size, await sharp(largest).resize(inHeight(height)).webp({ quality: 80 }).toBuffer()] as const
  )
  return new Map(await Promise.all(made))
}

/** Reads the camera's fields. A broken EXIF block counts as absent. */
const cameraOf = (exif: Buffer | undefined): Details => {
  const { Image = {}, Photo = {} } = exifOf(exif)
  const taken = Photo.DateTimeOriginal ?? Photo.DateTimeDigitized
  const [make, model] = [plainText(Image.Make), plainText(Image.Model)]
  return {
    ...(taken instanceof Date && !Number.isNaN(taken.getTime()) && { CreationDate: taken }),
    ...(make !== undefined && { CameraMake: make }),
    ...(model !== undefined && { CameraModel: model })
  }
}

const exifOf = (exif: Buffer | undefined): Partial<Exif> => {
  try {
    return exif === undefined ? {} : readExif(exif)
  } catch {
    return {}
  }
}
