/** Parses HTML that others have written. */
import { Parser, type Handler } from 'htmlparser2'

/**
 * Elements that may be open at a time. The parser moves all of them for each tag, so half a megabyte of elements that
 * nobody closes would take seven seconds. Browsers themselves stop at 512.
 */
const MAX_OPEN = 1000

type Callbacks = Partial<Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>>

/** Calls back for the tags and texts of a document, up to the place where too many elements are open. */
export const parseHtml = (html: string, { onopentag, ontext, onclosetag }: Callbacks): void => {
  let open = 0
  const parser = new Parser({
    onopentag: (name, attributes, isImplied) => {
      open += 1
      if (open > MAX_OPEN) parser.pause()
      else onopentag?.(name, attributes, isImplied)
    },
    ontext: (text) => ontext?.(text),
    onclosetag: (name, isImplied) => {
      open -= 1
      onclosetag?.(name, isImplied)
    }
  })
  parser.end(html)
}
