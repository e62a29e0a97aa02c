/** The form that opens a blog. */
import { choicesOf, FoldedForm } from './forms.tsx'
import { languageField, startField, startFrom, zoneField, zoneFrom } from './planned.ts'
import { itemsIn, numberIn } from './view/items.ts'
import { textOf } from './values.ts'
import type { Action, Visit } from './visit.ts'

/** Returns the form, with the languages and types of the service. */
export const openForm = async (visit: Visit) => {
  const [language, types] = await Promise.all([
    languageField(visit),
    visit.read(`${visit.module}/BlogType?X-Filter=Id,Name&limit=1000`)
  ])
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
        language,
        {
          ...{ name: 'Type', label: 'Type', kind: 'select', choices: choicesOf(itemsIn(types, 'BlogTypeList')) },
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
      path: `${module}/Blog`,
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
