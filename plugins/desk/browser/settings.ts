/** The script of the settings of a blog: shows colours as they are chosen, and copies the embed code. */
import { unreadable, type Colours } from '../../pages/contrast.ts'

const NAMES = { text: 'The text', accent: 'The colour of links and marks' }

/** Shows the colours of a group of fields in its preview, and says which of them cannot be read. */
const preview = (group: HTMLFieldSetElement) => {
  const box = group.querySelector<HTMLInputElement>('input[type=checkbox]')
  const example = group.querySelector<HTMLElement>('.preview')
  const warning = group.querySelector<HTMLElement>('.notice')
  const [background, text, accent] = group.querySelectorAll<HTMLInputElement>('input[type=color]')
  if (!box || !example || !warning || !background || !text || !accent) return
  const update = () => {
    const colours: Colours = { background: background.value, text: text.value, accent: accent.value }
    for (const [name, colour] of Object.entries(colours)) example.style.setProperty(`--chosen-${name}`, colour)
    const reasons = unreadable(colours).map(
      ({ name, has, needs }) =>
        `${NAMES[name]} is hard to read on this background: contrast ${has.toFixed(1)}, at least ${needs} is needed.`
    )
    warning.textContent = reasons.join(' ')
    warning.hidden = !box.checked || reasons.length === 0
    example.hidden = !box.checked
  }
  group.addEventListener('input', (event) => {
    // People who choose a colour want it.
    if (event.target !== box) box.checked = true
    update()
  })
  update()
}

for (const group of document.querySelectorAll<HTMLFieldSetElement>('.colours')) preview(group)

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
