/** The mark of the service, drawn once and rendered in the sizes that browsers, telephones and desktops ask for. */

/** Colour of the mark: the accent of live pages. */
const RED = '#a3231c'

/** Shapes of the mark: with round corners, or filling a square from which systems cut their own shape. */
export type Shape = 'round' | 'square'

/** Returns the mark as SVG: three posts, of which the newest has the dot of a live blog. */
export const mark = (shape: Shape): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="${shape === 'round' ? 14 : 0}" fill="${RED}"/>
  <g fill="#fff"${shape === 'round' ? '' : ' transform="translate(4.8 4.8) scale(0.85)"'}>
    <circle cx="19" cy="16" r="7"/>
    <rect x="32" y="12" width="20" height="8" rx="2"/>
    <rect x="12" y="28" width="40" height="8" rx="2"/>
    <rect x="12" y="44" width="28" height="8" rx="2"/>
  </g>
</svg>
`

/** Returns a picture of the mark as PNG. @param size width and height in pixels */
export const markPicture = async (size: number, shape: Shape): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(mark(shape)))
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Returns a PNG as an icon file, which Windows and old browsers ask for. @param size of the picture, below 256 */
export const iconFile = (png: Buffer, size: number): Buffer => {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // with one picture:
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10) // colour planes
  head.writeUInt16LE(32, 12) // bits of a pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
