/** The script of the settings of a blog: shows the look as it is chosen, and copies the embed code. */
import { unreadable, DEFAULT_COLOURS, FONTS, lookNamed, SIZES, THEMES, type Colours } from '../../pages/embed-config.ts'

const NAMES = { text: 'The text', accent: 'The colour of links and marks' }

/** Shows the look that the form describes in the previews, and says which of its colours cannot be read. */
const preview = (form: HTMLFormElement) => {
  const valueOf = (name: string) => form.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`)?.value
  const update = () => {
    const looks = [
      lookNamed(THEMES, valueOf('theme')),
      lookNamed(FONTS, valueOf('font')),
      lookNamed(SIZES, valueOf('size'))
    ]
    const name = valueOf('logoText') || (valueOf('logo') ? 'Your logo' : '')
    for (const group of form.querySelectorAll<HTMLFieldSetElement>('.colours')) show(group, looks.join('; '), name)
  }
  form.addEventListener('input', ({ target }) => {
    // Choosing a colour also switches the colours on.
    const group = target instanceof HTMLInputElement && target.type === 'color' ? target.closest('.colours') : null
    const box = group?.querySelector<HTMLInputElement>('input[type=checkbox]')
    if (box) box.checked = true
    update()
  })
  update()
}

/** Shows a look in the preview of a group of colours. @param look custom properties */
const show = (group: HTMLFieldSetElement, look: string, name: string) => {
  const box = group.querySelector<HTMLInputElement>('input[type=checkbox]')
  const example = group.querySelector<HTMLElement>('.preview')
  const publication = group.querySelector<HTMLElement>('.preview-name')
  const warning = group.querySelector<HTMLElement>('.notice')
  const [background, text, accent] = group.querySelectorAll<HTMLInputElement>('input[type=color]')
  if (!box || !example || !publication || !warning || !background || !text || !accent) return
  const isLight = group.dataset.scheme === 'light'
  const chosen: Colours = { background: background.value, text: text.value, accent: accent.value }
  example.style.cssText = box.checked
    ? `${look}; ${propertiesOf(chosen)}`
    : `${propertiesOf(DEFAULT_COLOURS[isLight ? 'light' : 'dark'])}; ${look}`
  publication.textContent = name
  publication.hidden = name === ''
  const reasons = unreadable(chosen).map(
    ({ name, has, needs }) =>
      `${NAMES[name]} is hard to read on this background: contrast ${has.toFixed(1)}, at least ${needs} is needed.`
  )
  warning.textContent = reasons.join(' ')
  warning.hidden = !box.checked || reasons.length === 0
  example.hidden = !isLight && !box.checked
}

const propertiesOf = (colours: Colours): string =>
  Object.entries(colours)
    .map(([name, colour]) => `--${name}: ${colour}`)
    .join('; ')

for (const form of document.querySelectorAll<HTMLFormElement>('form:has(> .colours)')) preview(form)

/** Each form is sent alone. Before texts of the others are lost, the browser asks. */
let sent: EventTarget | null = null
addEventListener('submit', ({ target }) => {
  sent = target
})
addEventListener('beforeunload', (event) => {
  const isChanged = ({ form, value, defaultValue }: HTMLInputElement | HTMLTextAreaElement) =>
    form !== null && form !== sent && value !== defaultValue
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input:not([type=file])')
  if ([...fields].some(isChanged)) event.preventDefault()
  // Somebody who stays may send another form next.
  sent = null
})

const code = document.querySelector<HTMLTextAreaElement>('#embed-code')
const button = document.querySelector<HTMLButtonElement>('#copy-code')
const status = document.querySelector('#copied')
if (code && button && status) {
  button.hidden = false
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code.value).then(
      () => {
        status.textContent = 'Copied.'
      },
      () => {
        // Without permission, or over plain HTTP: the text is selected, and the keys of the browser copy it.
        code.select()
        status.textContent = 'Press Ctrl+C (on a Mac ⌘C) to copy.'
      }
    )
  })
}
