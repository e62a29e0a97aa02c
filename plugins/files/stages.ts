/** Encodes the stages of a picture: smaller copies for reading, in the formats in which they are smaller. */
import sharp, { type AvifOptions, type OutputInfo, type WebpOptions } from 'sharp'
import {
  sharedCopyOf,
  sharedSize,
  stageOf,
  stageWidths,
  type Size,
  type StageFormat
} from '../../schemas/picture-stages.ts'

/** Seconds that each step of processing a picture may take. */
export const MAX_SECONDS = 45

interface Pixels {
  readonly data: Buffer
  readonly info: OutputInfo
}

interface Stages {
  /** Formats of the stages; empty if no format would make the picture smaller. */
  readonly formats: readonly StageFormat[]
  /** The stages and the copy for other sites, by the ends that their names add to the name of the picture. */
  readonly copies: ReadonlyMap<string, Buffer>
}

export const NO_STAGES: Stages = { formats: [], copies: new Map() }

/**
 * Encoder settings: both formats look the same with them (docs/performance.md). The next effort of AVIF takes half as
 * long again and saves one percent; the effort that is usual otherwise takes ten times as long.
 */
const encoders = {
  webp: { quality: 75, effort: 4 },
  avif: { quality: 58, effort: 1 }
} as const satisfies { webp: WebpOptions; avif: AvifOptions }
const SHARED = { quality: 75, mozjpeg: true } as const

/**
 * Encodes the stages of a picture, one after the other.
 * @param pixels the picture in the width of its widest stage
 * @param size size of the picture
 * @param bytes number of bytes of the picture as it is stored; a stage of the same size must have fewer
 */
export const encodeStages = async (pixels: Pixels, size: Size, bytes: number): Promise<Stages> => {
  const inWidth = (width: number) =>
    sharp(pixels.data, { raw: pixels.info }).resize({ width }).timeout({ seconds: MAX_SECONDS })
  const encode = async (format: StageFormat) => {
    const stages: Stage[] = []
    for (const width of stageWidths(size, format)) {
      stages.push({ width, bytes: await inWidth(width).toFormat(format, encoders[format]).toBuffer() })
    }
    return { format, stages }
  }
  const webp = await encode('webp')
  const avif = await encode('avif')
  const isSmall = ({ stages }: typeof webp) => (stages.at(-1)?.bytes.length ?? bytes) < bytes
  const isSmaller = bytesOf(avif.stages) < bytesOf(webp.stages.slice(0, avif.stages.length))
  const chosen = [...(isSmaller && isSmall(avif) ? [avif] : []), ...(isSmall(webp) ? [webp] : [])]
  if (chosen.length === 0) return NO_STAGES
  const shared = inWidth(sharedSize(size).width).flatten({ background: 'white' }).jpeg(SHARED)
  return {
    formats: chosen.map(({ format }) => format),
    copies: new Map([
      ...chosen.flatMap(({ format, stages }) =>
        stages.map((stage) => [stageOf('', stage.width, format), stage.bytes] as const)
      ),
      [sharedCopyOf(''), await shared.toBuffer()]
    ])
  }
}

interface Stage {
  readonly width: number
  readonly bytes: Buffer
}

const bytesOf = (stages: readonly Stage[]) => stages.reduce((sum, { bytes }) => sum + bytes.length, 0)
