/** The form for comments of readers: sends them without leaving the page. The text stays until it has arrived. */
import { labels } from './labels.ts'

/** Milliseconds after which a comment counts as not sent. */
const TIME_LIMIT = 20_000

const newKey = () => Math.random().toString(36).slice(2) + Date.now().toString(36)

/** A comment that is being written while the page loads itself again. Browsers would empty the form. */
interface Kept {
  readonly values: readonly string[]
  /** Index of the field that has the focus; -1 if none has. */
  readonly focus: number
}

/** Takes over the form of a page. @returns a function that keeps the comment until the page has loaded again */
export const commentForm = (form: HTMLFormElement) => {
  const error = form.querySelector<HTMLElement>('.error')
  const thanks = document.querySelector<HTMLElement>('.thanks')
  const text = form.querySelector('textarea')
  // A comment that is sent again because its answer was lost must not arrive twice.
  let key = newKey()
  let isSending = false

  const send = async () => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    // The query of the address is for browsers without scripts.
    const [address = ''] = form.action.split('?')
    const response = await fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json', 'idempotency-key': key },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(TIME_LIMIT)
    }).catch(() => undefined)
    return response?.status ?? 0
  }

  form.oninput = () => {
    key = newKey()
  }
  form.onsubmit = async (event) => {
    event.preventDefault()
    if (isSending || error === null || thanks === null || text === null) return
    isSending = true
    error.textContent = ''
    const { value: sent } = text
    const { activeElement: focused } = document
    const status = await send()
    isSending = false
    const isSent = status === 201
    thanks.hidden = !isSent
    if (isSent) {
      key = newKey()
      // Somebody has gone on writing while it was on its way.
      if (text.value !== sent) return
      text.value = ''
      // A reader who has gone on to the search keeps the focus there.
      if (document.activeElement === focused) thanks.focus()
    } else error.textContent = labels.refusals[status] ?? labels.notSent
  }

  const fields = [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input:not([type=hidden])')
  ]
  const kept: Kept | null = history.state
  if (kept !== null) {
    history.replaceState(null, '')
    fields.forEach((field, index) => {
      field.value = kept.values[index] ?? ''
    })
    fields[kept.focus]?.focus({ preventScroll: true })
  }
  return () => {
    const focus = fields.findIndex((field) => field === document.activeElement)
    history.replaceState({ values: fields.map(({ value }) => value), focus } satisfies Kept, '')
  }
}
