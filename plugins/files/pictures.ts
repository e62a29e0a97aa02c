/** Reads pictures and encodes them again, so that only their pixels are stored. */
import sharp from 'sharp'
import { refusedProperty } from '../refusals.ts'
import { thumbSizes } from '../../schemas/meta-data.ts'
import { stageWidths } from '../../schemas/picture-stages.ts'
import { cameraOf } from './camera.ts'
import { framesIn } from './frames.ts'
import { kinds, thumbnailOf, type PictureExtension } from './names.ts'
import { encodeStages, MAX_SECONDS, NO_STAGES } from './stages.ts'

// libvips can read more than fifty formats. Its other decoders are blocked, because a malicious file could
// exploit them. Uploads are read from files: the decoder of SVG in memory only reads the mark (plugins/site/icons.ts).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'SvgBuffer'].map((format) => `VipsForeignLoad${format}`)
})
// No picture is read twice, so a cache would only take memory.
sharp.cache(false)

/**
 * Encoder settings. A higher effort takes many times as long and saves only a few percent of the size. Code tables for
 * a single JPEG save some percent, too, but take 280 MB for 50 million pixels.
 */
const outputs = {
  jpg: ['jpeg', { quality: 90, optimiseCoding: false }],
  png: ['png', {}],
  webp: ['webp', { quality: 90, effort: 2 }],
  gif: ['gif', { effort: 3 }],
  avif: ['avif', { quality: 70, effort: 2 }]
} as const

const MILLION = 1_000_000
/**
 * The memory of a pixel of a frame, by format, compared with a JPEG: 50 million pixels took 1.3 GB as an AVIF, 870 MB
 * as a GIF, and 390 MB as a WebP.
 */
const WEIGHTS = { jpg: 1, png: 1, webp: 2, gif: 3, avif: 4 } as const
/** A progressive JPEG in full colour is decoded as a whole: 50 million pixels took 470 MB. */
const PROGRESSIVE_WEIGHT = 2
/** Maximum number of frames of an animated picture: each takes time, however few pixels it has. */
const MAX_FRAMES = 2_000
/** Maximum width and height, as of JPEG: memory grows with the width, and a strip of 49 million pixels takes 2.4 GB. */
const MAX_SIDE = 65_535
const TOO_SLOW = `takes longer than ${MAX_SECONDS} seconds to process; make it smaller`

/**
 * Encodes a picture again in its format: upright, in sRGB, and without metadata. Makes its thumbnails and stages.
 * @param maxMegapixels maximum of all frames of the picture together; a frame in a format that takes more memory may
 *   have a part of it
 * @returns the picture as it is stored
 * @throws HttpError 400 if the picture is damaged or too large
 */
export const encodePicture = async (path: string, extension: PictureExtension, maxMegapixels: number) => {
  const [format, options] = outputs[extension]
  const isAnimated = extension === 'gif' || extension === 'webp'
  const limits = { failOn: 'error', limitInputPixels: maxMegapixels * MILLION } as const
  try {
    if (extension === 'webp') refuseFrames(await framesIn(path))
    const head = sharp(path, { animated: isAnimated, limitInputPixels: false })
    const { width, height, pages = 1, pageHeight = height, exif, ...details } = await head.metadata()
    refuseFrames(pages)
    const isFullColour = details.chromaSubsampling?.startsWith('4:4:4') === true
    const weight = details.isProgressive && isFullColour ? PROGRESSIVE_WEIGHT : WEIGHTS[extension]
    refuseAbove(maxMegapixels, width * height, pages)
    refuseAbove(maxMegapixels / weight, width * pageHeight)
    if (Math.max(width, pageHeight) > MAX_SIDE) {
      throw refusedProperty('file', `is wider or higher than ${inEnglish(MAX_SIDE)} pixels`)
    }
    const upright = () => sharp(path, limits).autoOrient().timeout({ seconds: MAX_SECONDS })
    // sharp cannot rotate animated pictures, and they have no orientation.
    const source = pages > 1 ? sharp(path, { ...limits, animated: true }).timeout({ seconds: MAX_SECONDS }) : upright()
    const { data, info } = await source.toFormat(format, options).toBuffer({ resolveWithObject: true })
    const size = { width: info.width, height: info.pageHeight ?? info.height }
    const thumbnails = await thumbnailsOf(await upright().resize(inHeight(MAX_HEIGHT)).png().toBuffer())
    // A stage of an animated picture would stand still.
    const widest = pages > 1 ? undefined : stageWidths(size, 'webp').at(-1)
    const decode = (width: number) => upright().resize({ width }).raw().toBuffer({ resolveWithObject: true })
    const stages = widest === undefined ? NO_STAGES : await encodeStages(await decode(widest), size, data.length)
    return {
      bytes: data,
      /** Its size and the formats of its stages, which its name says. */
      named: { ...size, formats: stages.formats },
      /** Thumbnails and stages, by the ends that their names add to the name of the picture. */
      copies: new Map([...thumbnails, ...stages.copies]),
      details: { Width: size.width, Height: size.height, ...(exif !== undefined && cameraOf(exif)) }
    }
  } catch (error) {
    throw refusalOf(error, extension)
  }
}

/** Refuses a picture of very many frames. @throws HttpError 400 */
const refuseFrames = (frames: number) => {
  if (frames <= MAX_FRAMES) return
  throw refusedProperty('file', `has ${inEnglish(frames)} frames; at most ${inEnglish(MAX_FRAMES)} are accepted`)
}

/** Refuses a picture that has more than some million pixels in its frames. @throws HttpError 400 */
const refuseAbove = (maxMegapixels: number, pixels: number, frames = 1) => {
  if (pixels <= maxMegapixels * MILLION) return
  const inFrames = frames > 1 ? ` in ${frames} frames` : ''
  const reason = `${Math.ceil(pixels / MILLION)} million pixels${inFrames}; at most ${inEnglish(maxMegapixels)} million`
  throw refusedProperty('file', `has ${reason} are accepted`)
}

/** Returns the error that answers an upload. Those of sharp are about the internals of libvips and would not help. */
export const refusalOf = (error: unknown, extension: PictureExtension): unknown => {
  if (!(error instanceof Error) || 'statusCode' in error) return error
  const damage = `cannot be read as ${kinds[extension].name}; it is damaged or cut off`
  return refusedProperty('file', error.message.startsWith('timeout') ? TOO_SLOW : damage)
}

const { format: inEnglish } = new Intl.NumberFormat('en')

const MAX_HEIGHT = Math.max(...Object.values(thumbSizes))

/** Returns the options for a height. The width is limited too: no format could hold a strip of a million pixels. */
const inHeight = (height: number) => ({ height, width: height * 16, fit: 'inside', withoutEnlargement: true }) as const

const thumbnailsOf = async (largest: Buffer): Promise<Map<string, Buffer>> => {
  const thumbnails = Object.entries(thumbSizes).map(
    async ([size, height]) =>
      [thumbnailOf('', size), await sharp(largest).resize(inHeight(height)).webp({ quality: 80 }).toBuffer()] as const
  )
  return new Map(await Promise.all(thumbnails))
}
