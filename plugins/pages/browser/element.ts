/**
 * The script of the element <desk-live>, for pages of other sites that want their own style: the posts of a blog,
 * which follow its changes, in their own shadow tree. Until they are there, the element shows its own content: a link.
 */
import { ownScript } from './own-script.ts'
import { acceptAs } from './parsed.ts'
import { showBlog, type ShownBlog } from './shadow-blog.ts'
import { trusted } from './trusted-types.ts'

/** Attributes that are parameters of the page in a frame, whose markup the element shows. */
const OPTIONS = ['posts', 'order', 'show']

const script = ownScript('element.js')

acceptAs(trusted)

class DeskLive extends HTMLElement {
  static readonly observedAttributes = ['blog', 'service', ...OPTIONS]
  /** Whether its blog is wanted. It may not be there. */
  #isStarted = false
  #blog: Promise<ShownBlog | undefined> | undefined
  #ending = new AbortController()

  connectedCallback() {
    if (this.#blog === undefined && !this.hasAttribute('manual')) this.start()
  }

  disconnectedCallback() {
    // An element that only moves is in the page again at once, and goes on.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#isStarted = false
      this.#end()
    })
  }

  attributeChangedCallback(_name: string, before: string | null, now: string | null) {
    // Frameworks set attributes again and again to the same values.
    if (this.#isStarted && before !== now) this.#restart()
  }

  /** Shows the blog and follows it, or goes on after `stop`. */
  start() {
    this.#isStarted = true
    this.#blog ??= this.#show()
    void this.#blog.then((blog) => blog?.start())
  }

  /** Stops following the blog. The posts stay. */
  stop() {
    void this.#blog?.then((blog) => blog?.stop())
  }

  async #show() {
    this.#ending = new AbortController()
    const { signal } = this.#ending
    try {
      return await showBlog(this, this.#address(), signal, () => this.#restart())
    } catch (error) {
      // The element has left the page, or begun again.
      if (signal.aborted) return undefined
      this.#end()
      // Shows the element's own content in place of posts, such as those of the blog before.
      this.shadowRoot?.replaceChildren(document.createElement('slot'))
      reportError(error)
      return undefined
    }
  }

  #restart() {
    this.#end()
    this.start()
  }

  #end() {
    this.#ending.abort()
    this.#blog = undefined
  }

  /** Returns the address of the page that other sites show in a frame. */
  #address(): string {
    const service = this.getAttribute('service') ?? script
    const blog = this.getAttribute('blog') ?? ''
    if (service === undefined) {
      throw new TypeError('<desk-live> needs the attribute "service", its script has no address')
    }
    if (!/^\d+$/.test(blog)) {
      throw new TypeError(`The attribute "blog" of <desk-live> is the id of a blog, not "${blog}"`)
    }
    const address = new URL(`live/${blog}/embed`, service)
    for (const name of OPTIONS) {
      const value = this.getAttribute(name)
      if (value !== null) address.searchParams.set(name, value)
    }
    return address.href
  }
}

if (customElements.get('desk-live') === undefined) customElements.define('desk-live', DeskLive)
