/**
 * Runs in the page of a blog in a frame of another site: tells that site's script how high the page is, and tells the
 * page itself when it leaves the visible part of that site, which the page cannot see.
 */
export {}

declare global {
  interface DocumentEventMap {
    /** Tells whether the page is in the visible part of the other site. */
    'desk:view': CustomEvent<boolean>
  }
}

const { documentElement } = document

const tellHeight = () => {
  // The height is no secret, and which sites may show the page is the business of its Content-Security-Policy.
  window.parent.postMessage({ desk: window.name, height: documentElement.getBoundingClientRect().height }, '*')
}

if (window.parent !== window) {
  // At once: browsers observe no sizes in frames out of view, and the other site loads a frame again that says nothing.
  tellHeight()
  new ResizeObserver(tellHeight).observe(documentElement)
  new IntersectionObserver((entries) => {
    const isInView = entries.at(-1)?.isIntersecting ?? true
    document.dispatchEvent(new CustomEvent('desk:view', { detail: isInView }))
  }).observe(documentElement)
}
