/**
 * Draws the lead picture of the demo, and stores it with its stages in plugins/content/demo, as the archive would. Run
 * it with `npx tsx` after a change of the drawing: the service itself must not load SVG as a picture.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { svg } from '../db/demo/drawing.ts'
import { pictureAt, sharedCopyOf, sharedSize, stageOf, stageWidths } from '../schemas/picture-stages.ts'

const NAME = 'ullenmouth-at-night-1600x900w.webp'
const size = pictureAt(`/content/demo/${NAME}`)
if (size === undefined) throw new Error(`The name ${NAME} says no size`)

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Draws a house with lit windows. */
const house = (x: number, top: number, width: number, colour: string, lit: readonly number[]) =>
  `<path d="M${x} 600V${top}l${width / 2} -46 ${width / 2} 46v${600 - top}z" fill="${colour}"/>` +
  lit
    .map((each) => {
      const [left, above] = [x + 22 + (each % 3) * ((width - 44) / 3), top + 30 + Math.floor(each / 3) * 62]
      return `<rect x="${left}" y="${above}" width="22" height="34" rx="2" fill="#ffd98a"/>`
    })
    .join('')

/** Draws a boat with a lantern, and the reflection of its light. */
const boat = (x: number, y: number, scale: number) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-70 0h140l-26 34h-88z" fill="#0f1a26"/>
<path d="M-4 0v-118h8v118zM6-112l52 92H6z" fill="#1a2b3b"/><circle cx="-34" cy="-14" r="7" fill="#ffe3a1"/>
<path d="M-42 44h18l-4 90h-10z" fill="#ffd98a" opacity=".35"/></g>`

const stars = range(46).map(
  (index) =>
    `<circle cx="${(index * 389) % 1600}" cy="${24 + ((index * 151) % 300)}" r="${1.2 + (index % 3) * 0.7}"
 fill="#fff3d6" opacity="${0.35 + (index % 4) * 0.15}"/>`
)
const ripples = range(34).map((index) => {
  const [x, y] = [(index * 277) % 1600, 640 + ((index * 67) % 250)]
  return `<path d="M${x} ${y}h${60 + (index % 5) * 34}" stroke="#5f87a3" stroke-width="3" opacity=".4"/>`
})
const reflections = [140, 330, 520, 690, 800, 910, 1080, 1290, 1460].map(
  (x, index) =>
    `<path d="M${x} 622h26l-7 ${110 + (index % 3) * 50}h-12z" fill="#ffd98a" opacity="${0.16 + (index % 2) * 0.12}"/>`
)

const drawing = svg(
  size.width,
  size.height,
  'The harbour on election night',
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0d1b33"/>
<stop offset=".62" stop-color="#33456b"/><stop offset="1" stop-color="#b9705a"/></linearGradient>
<linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3a4f6b"/>
<stop offset="1" stop-color="#101c2c"/></linearGradient></defs>
<rect width="1600" height="620" fill="url(#sky)"/>
${stars.join('')}
<circle cx="1270" cy="150" r="62" fill="#f6ead0"/><circle cx="1296" cy="136" r="56" fill="#172745"/>
<path d="M0 600V470l210-80 240 70 260-110 300 90 280-60 310 90v130z" fill="#1d2c47"/>
${house(60, 440, 170, '#2a3a54', [0, 2, 4])}
${house(236, 400, 150, '#24334c', [1, 3, 5])}
${house(392, 456, 190, '#31425d', [0, 1, 5])}
<path d="M640 600V360h320v240z" fill="#3a4a66"/><path d="M612 366h376v-26H612z" fill="#4b5d7c"/>
<path d="M640 340L800 250l160 90z" fill="#2c3b57"/><path d="M764 262V140h72v122z" fill="#3a4a66"/>
<path d="M752 142h96L800 64z" fill="#22314b"/><circle cx="800" cy="192" r="27" fill="#ffe7b0"/>
<path d="M800 192v-18M800 192l12 8" stroke="#2c3b57" stroke-width="4"/>
<g fill="#ffd98a">${range(6)
    .map((index) => `<rect x="${664 + index * 48}" y="392" width="30" height="70" rx="15"/>`)
    .join('')}
${range(6)
  .filter((index) => index !== 2 && index !== 3)
  .map((index) => `<rect x="${664 + index * 48}" y="500" width="30" height="56" rx="3"/>`)
  .join('')}</g>
<path d="M764 600V500a36 36 0 0 1 72 0v100z" fill="#fff1c9"/>
${house(1000, 430, 170, '#2a3a54', [0, 2, 3, 4])}
${house(1176, 468, 200, '#31425d', [1, 2])}
${house(1382, 410, 160, '#24334c', [0, 4, 5])}
<rect y="596" width="1600" height="30" fill="#161f2e"/>
${range(20)
  .map((index) => `<circle cx="${40 + index * 80}" cy="588" r="6" fill="#ffe3a1"/>`)
  .join('')}
<rect y="622" width="1600" height="278" fill="url(#sea)"/>
${reflections.join('')}
${ripples.join('')}
${boat(260, 720, 1)}
${boat(1180, 770, 1.35)}
${boat(1440, 690, 0.7)}`
)

const folder = fileURLToPath(new URL('../plugins/content/demo/', import.meta.url))
mkdirSync(folder, { recursive: true })
const inWidth = (width: number) => sharp(Buffer.from(drawing)).resize({ width })
writeFileSync(folder + NAME, await inWidth(size.width).webp({ quality: 80 }).toBuffer())
for (const width of stageWidths(size, 'webp')) {
  writeFileSync(folder + stageOf(NAME, width, 'webp'), await inWidth(width).webp({ quality: 75 }).toBuffer())
}
const shared = inWidth(sharedSize(size).width).jpeg({ quality: 75, mozjpeg: true })
writeFileSync(folder + sharedCopyOf(NAME), await shared.toBuffer())
