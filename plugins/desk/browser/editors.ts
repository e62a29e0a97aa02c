/** Opens editors for rich text in the places that the page has for them. Their script is loaded when it is needed. */
import { isObject } from '../../../schemas/language/rows.ts'
import { markupOf, plain, textOf } from '../view/content.ts'
import { draftWith, withDrafts } from '../view/drafts.ts'
import type { State } from '../view/state.ts'
import { recall, remember } from './device.ts'
import { focusBox } from './focus.ts'
import type { Actions } from './actions.ts'
import { notify } from './notices.ts'
import type { Editor, EditorOptions, openEditor } from './rich.ts'
import type { Store } from './store.ts'
import { changeDraft } from './drafts.ts'

/** Whether the person has chosen to write with the editor. */
const CHOICE = 'desk:rich'
/** Telephones: their keyboards and screen readers get along better with plain fields. */
const PLAIN_ONLY = '(pointer: coarse), (max-width: 48rem)'

/** Returns whether the person writes with the editor: on computers, unless they have chosen plain text. */
const wantsRich = (): boolean => !matchMedia(PLAIN_ONLY).matches && recall(CHOICE) !== 'false'

/** Switches the editor on or off. The drafts become plain texts, with their tags: both can read those. */
const switched =
  (isRich: boolean) =>
  (state: State): Partial<State> => ({ isRich, ...withDrafts(state, plain) })

export const toggling: Actions = {
  rich: ({ store }) => {
    const isRich = !store.get().isRich
    store.set(switched(isRich))
    store.afterRender(focusBox)
    remember(CHOICE, String(isRich))
  }
}

interface EditorScript {
  readonly openEditor: typeof openEditor
}

const isEditorScript = (value: unknown): value is EditorScript =>
  isObject(value) && typeof value.openEditor === 'function'

/** Returns the keeper of the editors of a page. */
export const editorKeeper = (store: Store) => {
  const open = new Map<HTMLElement, Editor>()
  let script: EditorScript | undefined
  let isLoading = false
  // Browsers remember that a module could not be loaded. With another fragment, it is another one.
  let again = ''

  const load = async () => {
    if (isLoading) return
    isLoading = true
    try {
      const loaded: unknown = await import(store.get().editor + again)
      if (!isEditorScript(loaded)) throw new TypeError('This is not the editor')
      script = loaded
      attend()
    } catch {
      again += '#'
      if (!store.get().isRich) return
      store.set(switched(false))
      notify(store, { text: 'The editor could not be loaded. You can write plain text.', isError: true })
    } finally {
      isLoading = false
    }
  }
  /** Opens and ends editors after the page was rendered. */
  const attend = () => {
    for (const [place, editor] of open) {
      if (place.isConnected) continue
      editor.destroy()
      open.delete(place)
    }
    const places = [...document.querySelectorAll<HTMLElement>('[data-editor]')].filter((place) => !open.has(place))
    if (places.length > 0 && script === undefined) void load()
    if (script === undefined) return
    for (const place of places) {
      const editor = script.openEditor(place, optionsOf(store, place))
      open.set(place, editor)
      if (place.dataset.wantsFocus !== undefined) editor.focus()
    }
  }
  /** Goes on with the editor once its script is there, unless somebody has begun to type without it. */
  const begin = async () => {
    // The script renders the box again, and browsers heed its `autofocus` only once. On telephones, the cursor would
    // open the keyboard.
    if (document.activeElement === document.body && !matchMedia('(pointer: coarse)').matches) focusBox()
    if (!wantsRich()) return
    const { draft, corrections } = store.get()
    await load()
    const state = store.get()
    if (script === undefined || state.draft.text !== draft.text || state.corrections !== corrections) return
    const isInBox = document.activeElement?.closest('#write') !== null
    store.set(switched(true))
    if (isInBox) store.afterRender(focusBox)
  }
  return { attend, begin }
}

/** Returns the options of the editor in a place: its content, its labels, and the listener that stores changes. */
const optionsOf = (store: Store, place: HTMLElement): EditorOptions => {
  const { draft, blog } = store.get()
  const key = place.dataset.editor ?? ''
  const isDraft = key === draft.key
  const { text = '', markup = markupOf(text) } = draftWith(store.get(), key) ?? {}
  return {
    markup,
    label: isDraft ? 'Text of the post' : 'Corrected text',
    placeholder: isDraft ? 'What is happening?' : '',
    language: blog.language,
    onChange: (markup) => changeDraft(store, key, { markup, text: textOf(markup) })
  }
}
