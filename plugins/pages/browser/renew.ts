/**
 * Gives an element the attributes and content of another one. Parts that are the same in both stay: a video in them
 * plays on, and the focus, the selection and the scroll position are kept.
 */
export const renew = (old: Element, next: Element): void => {
  for (const { name } of [...old.attributes]) {
    // The focus needs the one that a script has added.
    if (!next.hasAttribute(name) && name !== 'tabindex') old.removeAttribute(name)
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  }
  const children = [...next.childNodes]
  const rest = [...old.childNodes]
  const removeUntil = (index: number) => rest.splice(0, index).forEach((node) => node.remove())

  children.forEach((child, position) => {
    const index = rest.findIndex((node, index) => (index === 0 || canBeSought(node)) && isSame(node, child))
    const [first] = rest
    if (index >= 0) {
      removeUntil(index)
      rest.shift()
    } else if (
      first instanceof Element &&
      child instanceof Element &&
      first.localName === child.localName &&
      !children.slice(position).some((later) => isSame(first, later))
    ) {
      rest.shift()
      renew(first, child)
    } else old.insertBefore(child.cloneNode(true), first ?? null)
  })
  removeUntil(rest.length)
}

/** Returns whether an element is worth it to remove those before it. Line breaks and spaces are everywhere. */
const canBeSought = (node: Node) => node instanceof Element && !node.matches('br, hr')

/** Returns whether nodes are the same. The player of a video is the same as the link that it has replaced. */
const isSame = (node: Node, next: Node) =>
  node.isEqualNode(next) ||
  (node instanceof HTMLIFrameElement && next instanceof HTMLElement && node.getAttribute('src') === next.dataset.player)
