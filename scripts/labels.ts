/** Collects the labels in the code for translators, and brings the catalogues of plugins/labels/ up to date. */
import { readdir, readFile } from 'node:fs/promises'
import ts from 'typescript'
import { categoriesOf } from '../plugins/labels/labels.ts'
import { readPo, writePo, type PoMessage } from '../plugins/labels/po.ts'

const FOLDER = 'plugins/labels'

/**
 * Returns the text of the template and of all catalogues, by path. Catalogues get new messages without translations,
 * and lose those that the code has no more.
 * @param root folder of the repository
 */
export const catalogues = async (root: string): Promise<Record<string, string>> => {
  const messages = await messagesIn(root)
  const names = (await readdir(`${root}/${FOLDER}`)).filter((name) => name.endsWith('.po'))
  const files = names.map(async (name) => {
    const path = `${FOLDER}/${name}`
    return [path, updated(await readFile(`${root}/${path}`, 'utf8'), name.replace('.po', ''), messages)] as const
  })
  return {
    [`${FOLDER}/labels.pot`]: writePo({ headers: HEADERS, messages }),
    ...Object.fromEntries(await Promise.all(files))
  }
}

const HEADERS = {
  'Project-Id-Version': 'desk',
  Language: '',
  'MIME-Version': '1.0',
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Transfer-Encoding': '8bit',
  'Plural-Forms': 'nplurals=2; plural=(n != 1);'
}

/** Returns a catalogue with the messages of the code. */
const updated = (catalogue: string, language: string, messages: readonly PoMessage[]): string => {
  const { headers, messages: old } = readPo(catalogue)
  const merged = messages.map((message) => {
    const count = message.plural === undefined ? 1 : categoriesOf(language).length
    const { translations = [], isFuzzy = false } = old.find(({ text }) => text === message.text) ?? {}
    return {
      ...message,
      translations: Array.from({ length: count }, (_none, index) => translations[index] ?? ''),
      isFuzzy
    }
  })
  return writePo({ headers, messages: merged })
}

/** Returns the messages in the source files of plugins/, in the order in which they appear. */
const messagesIn = async (root: string): Promise<readonly PoMessage[]> => {
  const entries = await readdir(`${root}/plugins`, { recursive: true })
  const paths = entries.filter((entry) => /\.tsx?$/.test(entry)).map((entry) => `plugins/${entry}`)
  const messages = new Map<string, PoMessage>()
  for (const path of paths.sort()) {
    for (const { text, plural } of callsIn(path, await readFile(`${root}/${path}`, 'utf8'))) {
      const earlier = messages.get(text)
      messages.set(text, {
        text,
        plural: earlier?.plural ?? plural,
        translations: plural === undefined ? [''] : ['', ''],
        sources: [...new Set([...(earlier?.sources ?? []), path])]
      })
    }
  }
  return [...messages.values()]
}

type Call = Pick<PoMessage, 'text' | 'plural'>

/**
 * Returns the messages of all calls such as `labels.text('…')` in a source file.
 * @throws TypeError if a message is not a literal, or is asked of an object with another name
 */
const callsIn = (path: string, source: string): Call[] => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const calls: Call[] = []
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression
      const { line } = file.getLineAndCharacterOfPosition(name.getStart())
      const refuse = (reason: string) => new TypeError(`${path}:${line + 1}: ${reason}`)
      const [text, plural] = messagesOf(node, node.expression, refuse)
      if (text !== undefined) calls.push({ text, plural })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return calls
}

/** Returns the messages of a call; none if it is a call of something else. */
const messagesOf = (
  call: ts.CallExpression,
  { name, expression }: ts.PropertyAccessExpression,
  refuse: (reason: string) => TypeError
): string[] => {
  const count = METHODS.get(name.text)
  const isLabel = /(^|\.)labels$/.test(expression.getText())
  if (count === undefined || !(isLabel || call.arguments.some(ts.isStringLiteralLike))) return []
  if (!isLabel) throw refuse('the object that has labels must be called labels')
  return call.arguments.slice(0, count).map((argument) => {
    if (ts.isStringLiteralLike(argument)) return argument.text
    throw refuse('the text of a label must be a literal')
  })
}

/** The methods of labels, and the number of messages that they take. */
const METHODS: ReadonlyMap<string, number> = new Map([
  ['text', 1],
  ['nodes', 1],
  ['plural', 2],
  ['forms', 2]
])
