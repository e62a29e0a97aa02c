/** The people of a blog: who hands in and who publishes. */
import type { Row } from '../../schemas/language/rows.ts'
import { BlogHead } from './blog-head.tsx'
import { blogIdIn, blogPath, membersIn, readOwnBlog, type Member } from './blogs.ts'
import { Refusal } from './documents.ts'
import type { Choice } from '../pages/form.tsx'
import { choicesOf, DeskForm } from './forms.tsx'
import { renderDesk } from './shell.tsx'
import { itemsIn, numberIn, textIn } from './view/items.ts'
import { numberOf, textOf } from './values.ts'
import type { Action, Visit, VisitedPage } from './visit.ts'

/** Number of people to choose from. */
const LISTED = 1000

/** Rights of the types of members, in words. */
const MEANING: ReadonlyMap<string, string> = new Map([
  ['Collaborator', 'Hands in'],
  ['Administrator', 'Publishes']
])

const meaningOf = (type: string): string => MEANING.get(type) ?? type

const show = async (visit: Visit): Promise<string> => {
  const { blog, blogId, members } = await readOwnBlog(visit)
  const [creator, potential, types] = await Promise.all([
    visit.read(`HR/User/${numberIn(blog, 'Creator')}`),
    visit.read(`${blogPath(visit, blogId)}/Collaborator/Potential?X-Filter=Id,Name&limit=${LISTED}`),
    visit.read(`${visit.module}/BlogCollaboratorType?X-Filter=Name`)
  ])
  const choices = itemsIn(types, 'BlogCollaboratorTypeList')
    .map((type) => textIn(type, 'Name'))
    // Collaborators come first, so that new members hand in posts unless somebody chooses more.
    .sort((one, other) => Number(other === 'Collaborator') - Number(one === 'Collaborator'))
    .map((type) => ({ value: type, text: meaningOf(type) }))
  return renderDesk(visit, {
    title: `People of ${textIn(blog, 'Title')}`,
    layout: 'narrow',
    body: (
      <>
        <BlogHead visit={visit} blog={blog} blogId={blogId} current="people" />
        <section aria-labelledby="members">
          <h2 id="members">Who works on this blog</h2>
          <p class="fine">
            People who hand in write drafts, and somebody else publishes them. People who publish also correct the posts
            of others, and change these settings.
          </p>
          <ul class="list people">
            <li>
              <p>
                <strong dir="auto">{textIn(creator, 'FullName') || textIn(creator, 'Name')}</strong>{' '}
                <span class="quiet">opened the blog, and publishes</span>
              </p>
            </li>
            {members.map((member) => (
              <MemberRow visit={visit} member={member} choices={choices} />
            ))}
          </ul>
        </section>
        <section aria-labelledby="add">
          <h2 id="add">Add somebody</h2>
          <AddForm visit={visit} potential={potential} choices={choices} />
        </section>
      </>
    )
  })
}

interface Choices {
  readonly choices: readonly Choice[]
}

const MemberRow = ({ visit, member, choices }: Choices & { visit: Visit; member: Member }) => {
  const { collaborator, name, type } = member
  const hidden = { collaborator }
  return (
    <li class="row spread">
      <strong dir="auto">{name}</strong>
      <div class="row">
        <DeskForm {...{ visit, hidden }} name="change" button="Change" label={`Change ${name}`}>
          <select name="type" aria-label={`What ${name} does`}>
            {choices.map((choice) => (
              <option value={choice.value} selected={choice.value === type}>
                {choice.text}
              </option>
            ))}
          </select>
        </DeskForm>
        <DeskForm {...{ visit, hidden }} name="remove" button="Remove" look="plain" label={`Remove ${name}`} />
      </div>
    </li>
  )
}

const AddForm = ({ visit, potential, choices }: Choices & { visit: Visit; potential: Row }) => {
  const people = itemsIn(potential, 'CollaboratorList')
  const total = numberIn(potential, 'total') ?? 0
  if (people.length === 0) return <p class="empty">Everybody in the newsroom works on this blog already.</p>
  return (
    <DeskForm
      visit={visit}
      name="add"
      button="Add"
      look="primary"
      fields={[
        {
          ...{ name: 'collaborator', label: 'Name', kind: 'select', required: true, choices: choicesOf(people) },
          help: total > LISTED ? `The first ${LISTED} of ${total} people` : undefined
        },
        { name: 'type', label: 'What they do', kind: 'select', choices }
      ]}
    />
  )
}

/** Returns the address of the member that a form names. @throws Refusal */
const memberPath = (visit: Visit, { collaborator }: Row): string => {
  const id = numberOf(collaborator)
  if (id === undefined) throw new Refusal(400, 'Choose somebody from the list.')
  return `${blogPath(visit, blogIdIn(visit))}/Collaborator/${id}`
}

/**
 * Changes the membership that a form names.
 * @param end the end of its address
 * @returns the path of the home page if it is the visitor's own: people who no longer publish may not see this one
 */
const change = async (visit: Visit, sent: Row, method: 'PUT' | 'DELETE', end: string): Promise<string | undefined> => {
  const members = await membersIn(visit, blogIdIn(visit))
  await visit.write({ method, path: `${memberPath(visit, sent)}/${end}` })
  const own = members.find(({ user }) => user === visit.user.Id)
  return own !== undefined && String(own.collaborator) === sent.collaborator ? '/desk' : undefined
}

/** Adds somebody, unless a colleague was faster: the type that they have chosen counts. */
const add: Action['act'] = async (visit, sent) => {
  const members = await membersIn(visit, blogIdIn(visit))
  const member = members.find(({ collaborator }) => String(collaborator) === sent.collaborator)
  if (member === undefined || member.type === sent.type) return assign(visit, sent)
  throw new Refusal(409, `${member.name} works on this blog already. Change above what they do.`)
}

const assign: Action['act'] = (visit, sent) =>
  change(visit, sent, 'PUT', `Type/${encodeURIComponent(textOf(sent.type))}`)

export const people: VisitedPage = {
  show,
  actions: {
    add: { act: add, done: 'Added.' },
    change: { act: assign, done: 'Changed.' },
    remove: { act: (visit, sent) => change(visit, sent, 'DELETE', 'Remove'), done: 'Removed. Their posts stay.' }
  }
}
