/** The form that opens a blog. */
import type { Row } from '../../schemas/language/rows.ts'
import { FoldedForm } from './forms.tsx'
import { startField, startFrom, zoneField, zoneFrom } from './planned.ts'
import { itemsIn, numberIn, textIn } from './view/items.ts'
import { textOf } from './values.ts'
import type { Action, Visit } from './visit.ts'

/** Returns the form, with the languages and types of the service. */
export const openForm = async (visit: Visit) => {
  const module = encodeURIComponent(visit.module)
  const [languages, types] = await Promise.all([
    visit.read('Localization/Language?X-Filter=Id,Name&limit=1000'),
    visit.read(`${module}/BlogType?X-Filter=Id,Name&limit=1000`)
  ])
  const choicesIn = (list: Row, name: string) =>
    itemsIn(list, name).map((item) => ({ value: String(numberIn(item, 'Id')), text: textIn(item, 'Name') }))
  return (
    <FoldedForm
      visit={visit}
      class="card open-blog"
      summary="Open a blog"
      name="open"
      button="Open the blog"
      look="primary"
      fields={[
        { name: 'Title', label: 'Title', required: true, maxLength: 255 },
        {
          ...{ name: 'Language', label: 'Language', help: 'The language of the posts', kind: 'select' },
          choices: choicesIn(languages, 'LanguageList')
        },
        {
          ...{ name: 'Type', label: 'Type', kind: 'select', choices: choicesIn(types, 'BlogTypeList') },
          help: 'Each type offers other prepared posts'
        },
        zoneField(undefined),
        startField(undefined, undefined)
      ]}
    >
      <p class="fine">It begins as a rehearsal: readers see no posts until you go live.</p>
    </FoldedForm>
  )
}

/** Opens a blog, and leads to its page. */
export const openBlog: Action = {
  act: async ({ write, module }, sent) => {
    const TimeZone = zoneFrom(sent)
    const blog = await write({
      method: 'POST',
      path: `${encodeURIComponent(module)}/Blog`,
      body: {
        Title: textOf(sent.Title),
        Language: textOf(sent.Language),
        Type: textOf(sent.Type),
        ...(TimeZone !== undefined && { EmbedConfig: JSON.stringify({ TimeZone }) }),
        ...startFrom(sent, TimeZone)
      }
    })
    return `/desk/${numberIn(blog, 'Id')}`
  }
}
