/** The pictures of the demo newsroom, as SVG by file name. */
import { svg } from './drawing.ts'
import { scenes } from './scenes.ts'

/** Draws a face. @param extra SVG shapes drawn on top, such as a beard */
const portrait = (title: string, back: string, hair: string, skin: string, shirt: string, extra = '') =>
  svg(
    256,
    256,
    title,
    `<rect width="256" height="256" fill="${back}"/>
<path d="M36 256a92 84 0 0 1 184 0z" fill="${shirt}"/>
<rect x="106" y="140" width="44" height="52" fill="${skin}"/>
<circle cx="128" cy="98" r="66" fill="${hair}"/>
<ellipse cx="128" cy="112" rx="48" ry="56" fill="${skin}"/>
<circle cx="110" cy="108" r="5"/><circle cx="146" cy="108" r="5"/>
<path d="M108 138q20 16 40 0" fill="none" stroke="#5b2b20" stroke-width="4" stroke-linecap="round"/>${extra}`
  )

export const pictures: Readonly<Record<string, string>> = {
  ...scenes,
  'bjarki.svg': portrait(
    'Bjarki Öxndal',
    '#cfe3ea',
    '#d9b56d',
    '#f2cfb3',
    '#25475c',
    '\n<path d="M84 128a44 50 0 0 0 88 0q-12 24-44 24t-44-24z" fill="#d9b56d"/>'
  ),
  'mio.svg': portrait(
    '澪 汐浜',
    '#f3e3d3',
    '#1d1a22',
    '#f0d2b0',
    '#b3434a',
    '\n<path d="M80 96q48-44 96 0l-2-34q-46-34-92 0z" fill="#1d1a22"/>'
  ),
  'harbour-bridge.svg': svg(
    640,
    360,
    'The middle bridge at dawn',
    `<rect width="640" height="240" fill="#f6c99a"/>
<circle cx="470" cy="200" r="46" fill="#f08a5d"/>
<rect y="240" width="640" height="120" fill="#39617a"/>
<path d="M0 250h640v-14H0zM120 250V90h16v160zM500 250V90h16v160z" fill="#3d2f35"/>
<path d="M0 236Q64 100 128 96q192 250 380 0 68 4 132 140" fill="none" stroke="#3d2f35" stroke-width="5"/>
<path d="M0 300h90m80 0h140m60 24h180M40 336h120" stroke="#7fa3b5" stroke-width="4"/>`
  ),
  'storm-track.svg': svg(
    480,
    320,
    'Where the storm is heading',
    `<rect width="480" height="320" fill="#dfe9ee"/>
<path d="M0 320V210q90-40 130 10t110 10 90 60 150-20v50z" fill="#b9c9a4"/>
<path d="M60 40Q180 70 230 140t150 90" fill="none" stroke="#c0392b" stroke-width="5" stroke-dasharray="14 9"/>
<circle cx="60" cy="40" r="16" fill="none" stroke="#c0392b" stroke-width="5"/>
<circle cx="230" cy="140" r="26" fill="none" stroke="#c0392b" stroke-width="5"/>
<path d="M372 216l22 18-27 8z" fill="#c0392b"/>`
  ),
  'ballot-box.svg': svg(
    320,
    240,
    'The last ballot box',
    `<rect width="320" height="240" fill="#eceff4"/>
<path d="M70 110h180v104H70z" fill="#3b5b92"/>
<path d="M58 92h204v22H58z" fill="#2c4573"/>
<path d="M128 98h64v8h-64z" fill="#10182b"/>
<path d="M134 34h52v64h-52z" fill="#fff" stroke="#8a93a5" stroke-width="2"/>
<path d="M146 56l10 10 18-22" fill="none" stroke="#2e8b57" stroke-width="5"/>`
  )
}
