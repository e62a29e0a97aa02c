/** Commands of the buttons and the keys of the editor for rich text. */
import { baseKeymap, chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { AllSelection, Selection, TextSelection, type Command, type EditorState } from 'prosemirror-state'
import { schema } from './schema.ts'

const { bold, italic, underlined, link } = schema.marks
const { paragraph, heading, blockquote, bullets, numbers, item, lineBreak } = schema.nodes

/** A format that text has or lacks, with its button. */
export interface Format {
  readonly label: string
  /** Text of the button. */
  readonly sign: string
  /** Keys for people: of the tooltip, and for `aria-keyshortcuts`. */
  readonly keys?: string
  readonly isOn: (state: EditorState) => boolean
  /** Undefined for links, which need an address. */
  readonly toggle?: Command
}

/** Gives a mark to all of the selection unless all of it has it. */
const toggle = (type: MarkType) => toggleMark(type, null, { removeWhenPresent: false })

const hasMark =
  (type: MarkType) =>
  ({ selection: { empty, $from, from, to }, storedMarks, doc }: EditorState) =>
    empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)

/** Selects the first to the last text instead of the whole document, which has no parent nodes to inspect. */
const withTexts = (state: EditorState): EditorState => {
  const { selection, doc, tr } = state
  if (!(selection instanceof AllSelection)) return state
  return state.apply(tr.setSelection(TextSelection.between(Selection.atStart(doc).$from, Selection.atEnd(doc).$to)))
}

const isInside =
  (type: NodeType) =>
  (state: EditorState): boolean => {
    const { $from } = withTexts(state).selection
    return Array.from({ length: $from.depth }, (_, index) => $from.node(index + 1)).some((node) => node.type === type)
  }

/** Returns a command that removes a format where the text has it, and adds it elsewhere. */
const either =
  (isOn: (state: EditorState) => boolean, off: Command, on: Command): Command =>
  (state, dispatch) =>
    (isOn(state) ? off : on)(withTexts(state), dispatch)

const list = (type: NodeType) => either(isInside(type), liftListItem(item), wrapInList(type))

export const formats: readonly Format[] = [
  { label: 'Bold', sign: 'B', keys: 'Control+B', isOn: hasMark(bold), toggle: toggle(bold) },
  { label: 'Italic', sign: 'I', keys: 'Control+I', isOn: hasMark(italic), toggle: toggle(italic) },
  { label: 'Link', sign: 'Link', keys: 'Control+K', isOn: hasMark(link) },
  {
    label: 'Heading',
    sign: 'Heading',
    isOn: isInside(heading),
    toggle: either(isInside(heading), setBlockType(paragraph), setBlockType(heading))
  },
  { label: 'List', sign: 'List', isOn: isInside(bullets), toggle: list(bullets) },
  { label: 'Numbered list', sign: 'Numbered', isOn: isInside(numbers), toggle: list(numbers) },
  {
    label: 'Quotation',
    sign: '“ ”',
    isOn: isInside(blockquote),
    toggle: either(isInside(blockquote), lift, wrapIn(blockquote))
  }
]

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(lineBreak.create()).scrollIntoView())
  return true
}

// Ctrl + Enter sends the post.
const { 'Mod-Enter': _send, Enter: enter, ...others } = baseKeymap

/** Commands by key. Tab has no command, because it leads out of the editor. */
export const keys: Readonly<Record<string, Command>> = {
  ...others,
  ...(enter && { Enter: chainCommands(splitListItem(item), enter) }),
  'Shift-Enter': chainCommands(exitCode, breakLine),
  'Mod-b': toggle(bold),
  'Mod-i': toggle(italic),
  'Mod-u': toggle(underlined),
  'Mod-]': sinkListItem(item),
  'Mod-[': liftListItem(item),
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo
}

/** Makes a link of the selection; without one, the address becomes the text. */
export const setLink =
  (href: string): Command =>
  ({ selection: { empty, from, to }, tr }, dispatch) => {
    const mark = link.create({ href })
    dispatch?.(empty ? tr.replaceSelectionWith(schema.text(href, [mark]), false) : tr.addMark(from, to, mark))
    return true
  }

/** Removes the link that the selection touches. */
export const removeLink: Command = ({ selection: { from, to }, doc, tr }, dispatch) => {
  let [start, end] = [from, to]
  doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, to + 1), (node, position) => {
    if (link.isInSet(node.marks) === undefined) return
    start = Math.min(start, position)
    end = Math.max(end, position + node.nodeSize)
  })
  dispatch?.(tr.removeMark(start, end, link))
  return true
}

/** Returns the address of the link at the selection; empty without one. */
export const linkAt = ({ selection: { $from, from, to }, doc }: EditorState): string => {
  let mark = link.isInSet($from.marks())
  doc.nodesBetween(from, to, ({ marks }) => {
    mark ??= link.isInSet(marks)
  })
  return String(mark?.attrs.href ?? '')
}
