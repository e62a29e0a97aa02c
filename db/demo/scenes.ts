/** The pictures in the posts of the demo newsroom, as SVG by file name. They are drawn for it and free of rights. */
import { dog, person, svg } from './drawing.ts'

const COATS = ['#d9a520', '#8f2f2a', '#2f5d7c', '#4d6b3c', '#d9a520', '#5b4a73', '#2f5d7c', '#b4532a']
const queue = COATS.map((coat, index) => person(210 + index * 92, 590 - (index % 2) * 8, 190 + (index % 3) * 14, coat))

/** Widths of the bars of the exit poll: fewest and most seats, by the colour of the list. */
const POLL = [
  ['#d08b1e', 19, 22],
  ['#2c4f7c', 18, 21],
  ['#3f7d4e', 9, 12],
  ['#a33a30', 6, 8],
  ['#6f6a8a', 2, 4],
  ['#7c8c94', 0, 1]
] as const
const bars = POLL.map(
  ([colour, fewest, most], index) =>
    `<rect x="120" y="${120 + index * 78}" width="${most * 34}" height="48" fill="${colour}" opacity=".45"/>` +
    `<rect x="120" y="${120 + index * 78}" width="${fewest * 34}" height="48" fill="${colour}"/>`
)

const DANCERS = [250, 340, 430, 520, 610, 700]
const dancers = DANCERS.map((x, index) =>
  person(x, 480 - (index % 2) * 26, 150, COATS[(index + 1) % COATS.length] ?? '#333')
)

const tram = (x: number, colour: string) =>
  `<rect x="${x}" y="170" width="170" height="290" rx="18" fill="${colour}"/>
<rect x="${x + 22}" y="205" width="126" height="96" rx="8" fill="#f7e9b8"/>
<circle cx="${x + 34}" cy="420" r="14" fill="#fff6d0"/><circle cx="${x + 136}" cy="420" r="14" fill="#fff6d0"/>
<rect x="${x + 60}" y="140" width="50" height="30" rx="4" fill="#20262c"/>`

export const scenes: Readonly<Record<string, string>> = {
  'lightship-row.svg': svg(
    960,
    640,
    'A queue along a quay at dawn',
    `<rect width="960" height="400" fill="#f2c9a0"/><rect y="190" width="960" height="210" fill="#e6a98c"/>
<circle cx="150" cy="330" r="60" fill="#f6e3c0"/>
<path d="M0 400h960v70H0z" fill="#54748a"/>
<path d="M560 400V170h300v230zM545 170l165-70 165 70z" fill="#5a4b4f"/>
<path d="M600 230h60v60h-60zM700 230h60v60h-60zM790 230h40v60h-40z" fill="#ffdf8f"/>
<rect y="470" width="960" height="170" fill="#8b8177"/>
<path d="M0 500h960M0 560h960" stroke="#7a7068" stroke-width="4"/>
${queue.join('\n')}
<path d="M60 420h90l-18 34H84zM104 420v-90l40 70z" fill="#b8372f"/>`
  ),
  'dogs.svg': svg(
    900,
    900,
    'Four dogs that look at a door',
    `<rect width="900" height="900" fill="#d8c7ad"/><rect y="660" width="900" height="240" fill="#9c8f82"/>
<rect x="660" y="220" width="180" height="440" fill="#31566b"/><circle cx="690" cy="450" r="10" fill="#e8c35a"/>
<path d="M640 220h220v-34H640z" fill="#6b5442"/>
<path d="M40 520h560M40 570h560M80 500v190M320 500v190M560 500v190" stroke="#3d4147" stroke-width="12"/>
${dog(130, 800, 190, '#c98b4b')}
${dog(280, 810, 240, '#3c3a3f')}
${dog(430, 800, 160, '#efe6d8')}
${dog(570, 805, 200, '#8a6a52')}`
  ),
  'exit-poll.svg': svg(
    980,
    630,
    'Seats by exit poll',
    `<rect width="980" height="630" fill="#fbfaf7"/>
<path d="M120 80v500" stroke="#1c1a17" stroke-width="3"/>
<path d="M290 80v500M460 80v500M630 80v500M800 80v500" stroke="#d8d4cc" stroke-width="2"/>
${bars.join('\n')}`
  ),
  'depot.svg': svg(
    960,
    540,
    'People dance between two trams',
    `<rect width="960" height="540" fill="#3a2f3f"/><path d="M0 60L480 0l480 60v40L480 40 0 100z" fill="#2a2230"/>
<path d="M60 96q420 90 840 0" fill="none" stroke="#8d7a4d" stroke-width="3"/>
<g fill="#ffd76b"><circle cx="200" cy="124" r="9"/><circle cx="340" cy="138" r="9"/><circle cx="480" cy="142" r="9"/>
<circle cx="620" cy="138" r="9"/><circle cx="760" cy="124" r="9"/></g>
<rect y="460" width="960" height="80" fill="#574a50"/>
${tram(20, '#2f7a55')}
${tram(770, '#c8b13a')}
${dancers.join('\n')}`
  ),
  'recount.svg': svg(
    960,
    640,
    'Hands sort ballot papers under a lamp',
    `<rect width="960" height="640" fill="#2b2a2e"/>
<path d="M480 0v90" stroke="#101012" stroke-width="8"/><path d="M390 150q90-110 180 0z" fill="#5e7d6a"/>
<path d="M390 150L140 640h680L570 150z" fill="#f4e2a8" opacity=".32"/>
<rect y="440" width="960" height="200" fill="#7b5b42"/>
<g fill="#fbf8ef" stroke="#b9b09c" stroke-width="3">
<path d="M300 470l150-20 22 110-150 22zM500 455l150 14-14 112-150-16z"/>
<path d="M690 500l120-18 18 92-120 18zM150 500l110-14 14 84-110 16z"/></g>
<path d="M352 500l40 24 60-56M556 500l50 40M606 496l-48 44" fill="none" stroke="#b8372f" stroke-width="7"/>
<path d="M180 640q40-110 130-120 46 6 40 40-60 16-70 80z" fill="#e2b48c"/>
<path d="M780 640q-30-120-120-132-50 4-42 42 62 14 66 90z" fill="#b98660"/>`
  ),
  'bibs.svg': svg(
    960,
    640,
    'A family pins numbers on each other',
    `<rect width="960" height="640" fill="#bcdcec"/><rect y="430" width="960" height="210" fill="#7fa86a"/>
<path d="M0 430q200-90 420-20t540-40v60z" fill="#98bf82"/>
${person(260, 590, 330, '#b8372f')}
${person(430, 590, 300, '#2c4f7c', '#b98660')}
${person(580, 590, 220, '#d9a520', '#d2a077')}
${person(710, 590, 160, '#3f7d4e', '#d2a077')}
<g fill="#fff" stroke="#30343a" stroke-width="3"><path d="M222 420h76v50h-76zM398 425h64v44h-64zM552 480h56v38h-56z"/>
<path d="M690 520h40v28h-40z"/></g>
<path d="M760 560q30-50 66-40-20 10-30 50z" fill="#f2d34b"/>`
  ),
  'finish.svg': svg(
    960,
    640,
    'Two runners lean on each other behind a finish line',
    `<rect width="960" height="640" fill="#f0dcc0"/><rect y="440" width="960" height="200" fill="#8d8a88"/>
<path d="M120 440V150h36v290zM804 440V150h36v290z" fill="#5b4a52"/>
<rect x="120" y="120" width="720" height="86" fill="#b8372f"/>
<g fill="#fff"><path d="M150 140h40v24h-40zM230 164h40v24h-40zM310 140h40v24h-40zM390 164h40v24h-40z"/>
<path d="M470 140h40v24h-40zM550 164h40v24h-40zM630 140h40v24h-40zM710 164h40v24h-40z"/></g>
<path d="M0 520h960v16H0z" fill="#fff"/>
<g transform="rotate(8 400 600)">${person(400, 600, 290, '#2f7a55')}</g>
<g transform="rotate(-8 560 600)">${person(560, 600, 300, '#2c4f7c', '#b98660')}</g>`
  ),
  'gate.svg': svg(
    960,
    540,
    'A steel gate in the fog',
    `<rect width="960" height="540" fill="#c4ccd0"/>
<path d="M180 430V90h600v340z" fill="#77858d"/>
<path d="M180 90h600M180 200h600M180 310h600M330 90v340M480 90v340M630 90v340" stroke="#5f6c74" stroke-width="10"/>
<path d="M120 470V60h60v410zM780 470V60h60v410z" fill="#8d979c"/>
<rect y="430" width="960" height="110" fill="#5d747f"/>
<rect y="60" width="960" height="300" fill="#dfe5e7" opacity=".35"/>
${person(100, 500, 96, '#e0781e', '#f2e14b')}`
  )
}
