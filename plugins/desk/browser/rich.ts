/**
 * The editor for rich text, a separate script that the page of a blog loads when somebody wants it. It adds no styles
 * and no scripts to the page, so that the Content-Security-Policy of the page stays as it is.
 */
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { EditorState, Plugin, Selection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { keys } from './rich/commands.ts'
import { parse, serialise } from './rich/markup.ts'
import { asWritten } from './rich/pasted.ts'
import { schema } from './rich/schema.ts'
import { createToolbar } from './rich/toolbar.ts'
import { pastesFiles } from './pasting.ts'
import { sanitise } from './sanitise.ts'

export { parse, serialise }

export interface EditorOptions {
  /** The text at the start. */
  readonly markup: string
  /** Accessible name of the editor. */
  readonly label: string
  readonly placeholder: string
  /** Language tag of the text. */
  readonly language: string
  /** Takes the text after each change. */
  readonly onChange: (markup: string) => void
}

export interface Editor {
  readonly focus: () => void
  readonly destroy: () => void
}

/** Lets people write in an element. */
export const openEditor = (place: HTMLElement, options: EditorOptions): Editor => {
  const toolbar = createToolbar(() => view, 'Marks')
  const ask = () => {
    toolbar.askLink()
    return true
  }
  const doc = parse(options.markup)
  const state = EditorState.create({
    doc,
    // As in the plain box, people go on at the end.
    selection: Selection.atEnd(doc),
    plugins: [history(), keymap({ ...keys, 'Mod-k': ask }), endsInParagraph]
  })
  place.append(...toolbar.elements)
  const view = new EditorView(place, {
    // Applied once, so that the paragraph that the document lacks at its end is there before the first change.
    state: state.apply(state.tr.setMeta('addToHistory', false)),
    attributes: ({ doc }) => ({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': options.label,
      'data-placeholder': options.placeholder,
      lang: options.language,
      dir: 'auto',
      class: serialise(doc) === '' ? 'empty' : ''
    }),
    transformPastedHTML: (markup) => sanitise(asWritten(markup)),
    // Files are left to the page, which sends them to the archive.
    handlePaste: (_view, { clipboardData }) => clipboardData !== null && pastesFiles(clipboardData),
    handleDrop: (_view, { dataTransfer }) => dataTransfer !== null && dataTransfer.files.length > 0,
    dispatchTransaction: (transaction) => {
      view.updateState(view.state.apply(transaction))
      toolbar.update()
      if (transaction.docChanged) options.onChange(serialise(view.state.doc))
    }
  })
  toolbar.update()
  return { focus: () => view.focus(), destroy: () => view.destroy() }
}

/** Adds a place to go on writing after a picture, a table or a line at the end of the text. */
const endsInParagraph = new Plugin({
  appendTransaction: (_transactions, _before, { doc, tr }) =>
    doc.lastChild?.type === schema.nodes.paragraph ? null : tr.insert(doc.content.size, schema.nodes.paragraph.create())
})
