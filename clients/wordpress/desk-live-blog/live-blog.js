/**
 * Puts a frame in the place of the first posts of each live blog in the page, once the page in it shows posts: it sends
 * its height ("How the height gets out", docs/embed.md). If it never does, the first posts stay. A page that could not
 * be loaded is loaded again, for a few minutes.
 */
for (const place of document.querySelectorAll('.desk-live-blog')) {
  const frame = document.createElement('iframe')
  const { frame: address, title } = place.dataset
  const name = `desk-${Math.random().toString(36).slice(2)}`
  Object.assign(frame, {
    src: address,
    title,
    name,
    loading: 'lazy',
    // For videos in posts.
    allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  })
  // Links open in new tabs; nothing in the frame may lead this page away.
  frame.sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== new URL(address).origin || data?.desk !== name) return
    if (!(data.height > 0 && data.height < 1e6)) return
    frame.style.height = `${Math.ceil(data.height)}px`
    place.classList.add('is-live')
  })
  // Spread: readers' frames that failed together must not all come back together.
  const delays = [3, 6, 12, 24, 48, 96].map((seconds) => seconds * 1000 * (0.5 + Math.random()))
  frame.addEventListener('load', () => {
    const delay = delays.shift()
    if (delay !== undefined) setTimeout(loadAgain, delay)
  })
  /** Puts the frame back, where it loads its page. A change of its address would be a step for "Back". */
  const loadAgain = () => {
    if (!place.classList.contains('is-live')) place.append(frame)
  }
  place.append(frame)
}
