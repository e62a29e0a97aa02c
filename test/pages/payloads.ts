/**
 * Markup that runs scripts, loads things or disturbs a page if it is shown as it is, by the kind of attack. Each calls
 * `hit()`, or loads something from evil.example.
 */

import { readFile } from 'node:fs/promises'

/** Handlers that markup can have without a known element, one element for each. */
const HANDLERS = [
  ...['abort', 'afterprint', 'animationend', 'animationiteration', 'animationstart', 'auxclick', 'beforecopy'],
  ...['beforecut', 'beforeinput', 'beforematch', 'beforepaste', 'beforeprint', 'beforetoggle', 'beforeunload', 'blur'],
  ...['cancel', 'canplay', 'canplaythrough', 'change', 'click', 'close', 'contentvisibilityautostatechange'],
  ...['contextmenu', 'copy', 'cuechange', 'cut', 'dblclick', 'drag', 'dragend', 'dragenter', 'dragleave', 'dragover'],
  ...['dragstart', 'drop', 'durationchange', 'ended', 'focus', 'focusin', 'focusout', 'formdata', 'fullscreenchange'],
  ...['gotpointercapture', 'hashchange', 'input', 'invalid', 'keydown', 'keypress', 'keyup', 'loadeddata'],
  ...['loadedmetadata', 'lostpointercapture', 'message', 'mousedown', 'mouseenter', 'mouseleave', 'mousemove'],
  ...['mouseout', 'mouseover', 'mouseup', 'mousewheel', 'paste', 'pause', 'play', 'playing', 'pointerdown'],
  ...['pointerenter', 'pointerleave', 'pointermove', 'pointerout', 'pointerover', 'pointerrawupdate', 'pointerup'],
  ...['popstate', 'progress', 'ratechange', 'reset', 'resize', 'scroll', 'scrollend', 'search', 'seeked', 'select'],
  ...['selectionchange', 'selectstart', 'submit', 'suspend', 'timeupdate', 'toggle', 'touchend', 'touchmove'],
  ...['touchstart', 'transitionend', 'transitionrun', 'unload', 'volumechange', 'webkitanimationend', 'wheel']
]

const LONG = 'a'.repeat(60_000)

/** Those that are not plain text. */
const unusual: Readonly<Record<string, readonly string[]>> = {
  'a handler on an element that stays': HANDLERS.map((name, index) => {
    const element = ['p', 'b', 'a', 'div', 'span', 'blockquote', 'li'][index % 7] ?? 'p'
    return `<${element} on${name}="hit()" tabindex=1>${name}</${element}>`
  }),
  'a handler that runs without the reader': [
    '<img\nsrc=x\nonerror\n=\nhit()>',
    '<img\tsrc=x\tonerror=hit()>',
    '<img\fsrc=x\fonerror=hit()>'
  ],
  'a script element': [
    '<script\n>hit()</script\n>',
    '<script><!--\nhit()\n--></script>',
    '<script>//<![CDATA[\nhit()\n//]]></script>',
    '\ufeff<script>hit()</script>'
  ],
  'an address that is a script': [
    '<a href="\tjavascript:hit()">x</a>',
    '<a href="\njavascript:hit()">x</a>',
    '<a href="java\tscript:hit()">x</a>',
    '<a href="java\nscript:hit()">x</a>',
    '<a href="java\rscript:hit()">x</a>',
    '<a href="j\na\nv\na\ns\nc\nr\ni\np\nt:hit()">x</a>',
    '<a href="\x01javascript:hit()">x</a>',
    '<a href="\x1fjavascript:hit()">x</a>',
    '<a href="javascript\t:hit()">x</a>',
    '<a href="/\t/evil.example/">x</a>'
  ],
  'comments, declarations and broken tags': [
    '<b onclick\x0b=hit()>x</b><b onclick=hit()>x</b>',
    '<b\x0bonclick=hit()>x</b><b onclick=hit()>x</b>',
    '<img src=x onerror=hit() '
  ],
  'unusual characters and sizes': [
    '\u202e<img src=x onerror=hit()>\u202c',
    '\u2066<script>hit()</script>\u2069',
    '<img src=x o\u200bnerror=hit()><img src=x onerror=hit()>',
    '\uff1cscript\uff1ehit()\uff1c/script\uff1e<script>hit()</script>',
    '<\u017fcript>hit()</\u017fcript><script>hit()</script>',
    '<img src=x onerror=hit\u2028()><img src=x onerror=hit()>',
    '<a href="javas\u0441ript:hit()">x</a><a href="javascript:hit()">x</a>',
    '<a href="\u00a0javascript:hit()">x</a><a href="javascript:hit()">x</a>',
    '<a href="\u3000javascript:hit()">x</a><a href="javascript:hit()">x</a>',
    '<\u00a0script>hit()</script><script>hit()</script>',
    '<img src=x onerror=hit() title="\ud83d\ude00">',
    '\x08<script>hit()</script>\x08',
    '<img title="\x00\x01\x02" src=x onerror=hit()>'.replace('\x00', '&#0;'),
    `<img src=x title="${LONG}" onerror=hit()>`,
    `<b ${'a '.repeat(20_000)} onclick=hit()>x</b>`,
    `<${'b'.repeat(50_000)} onclick=hit()>x<img src=x onerror=hit()>`,
    `${'<div>'.repeat(9_000)}<img src=x onerror=hit()>`,
    `${'<b>'.repeat(9_000)}<script>hit()</script>`,
    `${'<table><tr><td>'.repeat(2_000)}<img src=x onerror=hit()>`,
    `${'</div>'.repeat(5_000)}<img src=x onerror=hit()>`,
    `${'<a href=x>'.repeat(3_000)}<script>hit()</script>`,
    `${'<svg>'.repeat(2_000)}<script>hit()</script>`,
    `${'<ul><li>'.repeat(3_000)}<img src=x onerror=hit()>`,
    `${'<'.repeat(60_000)}img src=x onerror=hit()>`,
    `${'&lt;'.repeat(15_000)}<img src=x onerror=hit()>`
  ]
}

/** payloads.txt has a payload in each line, below a heading for each kind of attack. */
const plain = (await readFile(new URL('payloads.txt', import.meta.url), 'utf8')).split(/^# /m).slice(1)

export const payloads: Readonly<Record<string, readonly string[]>> = {
  ...unusual,
  ...Object.fromEntries(
    plain.map((text) => {
      const [kind = '', ...markup] = text.trimEnd().split('\n')
      return [kind, [...markup, ...(unusual[kind] ?? [])]]
    })
  )
}
