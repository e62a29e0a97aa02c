/**
 * The script that other sites load: puts a frame with a live blog after each of its own elements,
 * `<script async src="…/embed.js" data-blog="1">`, and gives each frame the height of its content, up to that of its
 * attribute `data-max-height`. Its other attributes are the options of the page in the frame. Sites start and stop
 * frames by hand with `deskEmbed.start`.
 */
import { ownScript } from './own-script.ts'
import { retryDelays } from './retrying.ts'

/** The attributes of the script, without `data-`. */
type Options = Readonly<Record<string, string | number | undefined>>

declare global {
  interface Window {
    deskEmbed?: {
      /** Puts a frame at the end of an element. @returns a function that removes the frame */
      readonly start: (place: Element, options: Options) => () => void
    }
  }
}

/** Pixels that a frame has until its content is known. */
const START_HEIGHT = 400
/** Attributes, without `data-`, that are parameters of the page in the frame. */
const OPTIONS = ['posts', 'order', 'show', 'post']

const src = ownScript('embed.js')
// A copy of the script that is not an element of the page, such as one in a bundle, does nothing.
if (src !== undefined) {
  window.deskEmbed = { start: (place, options) => start(src, options, (frame) => place.append(frame)) }
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-blog]')) {
    if (script.src === src) show(script)
  }
}

function show(script: HTMLScriptElement) {
  // Each element runs the script, and each run sees the elements of the others.
  if (script.dataset.shown !== undefined || !/^\d+$/.test(script.dataset.blog ?? '')) return
  const options = { ...script.dataset }
  script.dataset.shown = ''
  start(script.src, options, (frame) => script.after(frame))
}

/** Puts a frame into the page. @param service address of this script. @returns a function that removes the frame */
function start(service: string, options: Options, put: (frame: HTMLIFrameElement) => void): () => void {
  const { blog, title, maxHeight } = options
  // Infinite without the attribute. Beyond it, the page scrolls in its frame.
  const limit = Number(maxHeight) || Infinity
  const address = new URL(`live/${Number(blog)}/embed`, service)
  for (const name of OPTIONS) {
    const { [name]: value } = options
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  const frame = document.createElement('iframe')
  frame.src = address.href
  frame.title = String(title ?? 'Live blog')
  // The page in the frame reads its name, and sends it with its height.
  frame.name = `desk-${Math.random().toString(36).slice(2)}`
  frame.loading = 'lazy'
  // For videos in posts.
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: `${Math.min(START_HEIGHT, limit)}px`,
    // Sites limit the height of all their frames, for videos.
    minHeight: '0',
    maxHeight: 'none',
    border: '0'
  })
  let isThere = false
  const delays = retryDelays()
  // Readers cannot load a frame again that shows an error, as while the service restarts.
  frame.onload = () => {
    const delay = delays.shift()
    if (delay !== undefined) setTimeout(loadAgain, delay)
  }
  /** Puts the frame back at its place, where it loads its page. A change of its address would be a step for "Back". */
  const loadAgain = () => {
    if (!isThere) frame.parentNode?.insertBefore(frame, frame.nextSibling)
  }
  const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
    // In a page that is sandboxed, so is its frame, which then has no origin.
    if (source !== frame.contentWindow || ![address.origin, 'null'].includes(origin)) return
    const height = heightOf(data, frame.name)
    if (height === undefined) return
    isThere = true
    frame.style.height = `${Math.min(height, limit)}px`
  }
  addEventListener('message', hear)
  put(frame)
  return () => {
    removeEventListener('message', hear)
    frame.remove()
  }
}

/** Returns the height in a message of a frame; undefined if the message is another one. */
function heightOf(data: unknown, name: string): number | undefined {
  if (typeof data !== 'object' || data === null || !('desk' in data) || !('height' in data)) return undefined
  const { desk, height } = data
  return desk === name && typeof height === 'number' && height > 0 && height < 1e6 ? Math.ceil(height) : undefined
}
