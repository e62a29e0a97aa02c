/** The toolbar of the editor for rich text: buttons that arrow keys reach, and the field for the address of a link. */
import type { EditorView } from 'prosemirror-view'
import { isAllowed } from '../sanitise.ts'
import { formats, linkAt, removeLink, setLink, type Format } from './commands.ts'

const button = (text: string, act: () => void): HTMLButtonElement => {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = text
  element.addEventListener('click', act)
  return element
}

/** Returns the toolbar of an editor. @param view returns the editor, which is made after its toolbar */
export const createToolbar = (view: () => EditorView, label: string) => {
  const link = createLinkField(view)
  const buttonOf = ({ label, sign, keys, toggle }: Format, index: number) => {
    const element = button(sign, () => {
      if (toggle === undefined) return link.ask()
      toggle(view().state, view().dispatch)
      view().focus()
    })
    element.className = 'mark'
    element.dataset.format = label.toLowerCase()
    element.ariaLabel = label
    element.title = keys === undefined ? label : `${label} (${keys.replace('Control', 'Ctrl')})`
    if (keys !== undefined) element.setAttribute('aria-keyshortcuts', keys)
    element.tabIndex = index === 0 ? 0 : -1
    // The selection stays where it is.
    element.addEventListener('mousedown', (event) => event.preventDefault())
    return element
  }
  const buttons = formats.map(buttonOf)
  const bar = document.createElement('div')
  bar.className = 'marks'
  bar.role = 'toolbar'
  bar.ariaLabel = label
  bar.append(...buttons)
  bar.addEventListener('keydown', (event) => step(buttons, event))
  return {
    elements: [bar, link.element],
    /** Shows which formats the selection has. */
    update: () => formats.forEach(({ isOn }, index) => press(buttons[index], isOn(view().state))),
    /** Asks for the address of a link. */
    askLink: link.ask
  }
}

const press = (element: HTMLElement | undefined, isOn: boolean) => {
  if (element !== undefined) element.ariaPressed = String(isOn)
}

/** Moves the focus among the buttons. The one that had it last is the one that Tab leads to. */
const step = (buttons: readonly HTMLElement[], event: KeyboardEvent) => {
  const index = buttons.findIndex((element) => element === event.target)
  const last = buttons.length - 1
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: index === last ? 0 : index + 1,
    ArrowLeft: index === 0 ? last : index - 1,
    Home: 0,
    End: last
  }
  const next = buttons[targets[event.key] ?? -1]
  if (index === -1 || next === undefined) return
  event.preventDefault()
  for (const element of buttons) element.tabIndex = element === next ? 0 : -1
  next.focus()
}

const createLinkField = (view: () => EditorView) => {
  const element = document.createElement('div')
  element.className = 'link-field'
  element.hidden = true
  const field = document.createElement('input')
  field.type = 'text'
  field.inputMode = 'url'
  field.placeholder = 'https://'
  field.ariaLabel = 'Address of the link'
  field.maxLength = 2000
  const error = document.createElement('p')
  error.className = 'error'
  error.role = 'alert'

  const close = () => {
    element.hidden = true
    view().focus()
  }
  const remove = () => {
    removeLink(view().state, view().dispatch)
    close()
  }
  const set = () => {
    const address = addressOf(field.value)
    if (address === '') return remove()
    if (address === undefined) {
      error.textContent = 'Only web and e-mail addresses: https://… or name@example.org'
      return field.focus()
    }
    setLink(address)(view().state, view().dispatch)
    close()
  }
  const buttons = [button('Set link', set), button('Remove link', remove), button('Cancel', close)]
  for (const each of buttons) each.className = 'small'
  element.append(field, ...buttons, error)
  element.addEventListener('keydown', (event) => {
    const isEnter = event.key === 'Enter' && event.target === field
    if (!isEnter && event.key !== 'Escape') return
    // Enter must not send the form around the editor, nor Escape only leave the field.
    event.preventDefault()
    event.stopPropagation()
    return isEnter ? set() : close()
  })
  return {
    element,
    ask: () => {
      field.value = linkAt(view().state)
      error.textContent = ''
      element.hidden = false
      field.select()
      field.focus()
    }
  }
}

/** Returns the address that somebody means; undefined if posts may not link there. */
const addressOf = (text: string): string | undefined => {
  const typed = text.trim()
  if (typed === '') return ''
  if (/^[^\s/@:]+@[^\s/@:]+$/.test(typed)) return `mailto:${typed}`
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)|^[/#?]/i.test(typed) ? typed : `https://${typed}`
  return isAllowed('href', address) ? address : undefined
}
