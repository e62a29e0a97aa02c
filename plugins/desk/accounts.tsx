/** The people of the newsroom, for those who look after them: accounts, and who may log in. */
import { httpErrors } from '@fastify/sensible'
import type { ComponentChildren } from 'preact'
import type { Row } from '../../schemas/language/rows.ts'
import { AddForm, addAccount, NEW_PASSWORD } from './add-account.tsx'
import { rightsOf } from './blogs.ts'
import { Refusal } from './documents.ts'
import { DeskForm, refusedIn } from './forms.tsx'
import { personFields, personFrom, USER_NAME } from './person-fields.ts'
import { readRoles, setRole, withRoles, roleField, type Role } from './roles.ts'
import { Pager, SearchForm, searchIn } from './searching.tsx'
import { renderDesk } from './shell.tsx'
import { idOf, itemsIn, numberIn, textIn } from './view/items.ts'
import { numberOf, textOf } from './values.ts'
import type { Visit, VisitedPage } from './visit.ts'

const PAGE = '/desk/people'
/** Number of people on a page. */
const LISTED = 50

const show = async (visit: Visit): Promise<string> => {
  await requireStaff(visit)
  const { base, query } = visit
  const { search, offset, criteria } = searchIn(query, 'all.ilike')
  const range = `asc=name&limit=${LISTED}${criteria}&offset=${offset}`
  const listQuery = `X-Filter=Id,Version,Name,FullName,FirstName,LastName,EMail&${range}`
  const [users, disabled, roles] = await Promise.all([
    visit.read(`HR/User?${listQuery}`),
    visit.read(`HR/User?${listQuery}&inactive=true`),
    readRoles(visit)
  ])
  const [total = 0, goneTotal = 0] = [numberIn(users, 'total'), numberIn(disabled, 'total')]
  const active = await withRoles(visit, itemsIn(users, 'UserList'), roles)
  const gone = itemsIn(disabled, 'UserList')
  return renderDesk(visit, {
    title: 'People of the newsroom',
    layout: 'narrow',
    body: (
      <>
        <h1 class="page-head">People of the newsroom</h1>
        <p class="row">
          <a href={`${base}/resources/Security/AuditEntry`}>Who has done what</a>
          <a href={`${base}/resources/Security/Token`}>Tokens of programs</a>
        </p>
        <AddForm visit={visit} roles={roles} />
        <SearchForm action={base + PAGE} search={search} label="Name or e-mail" />
        <ul class="list">
          {active.map(({ person, held }) => (
            <Person visit={visit} person={person}>
              <Active visit={visit} person={person} held={held} roles={roles} />
            </Person>
          ))}
        </ul>
        {total + goneTotal === 0 && <p class="empty">Nobody has such a name or e-mail address.</p>}
        <Pager
          address={base + PAGE}
          {...{ search, offset, step: LISTED, hasMore: offset + LISTED < Math.max(total, goneTotal) }}
          more="More people"
        />
        {gone.length > 0 && (
          <section>
            <details open={search !== '' || offset > 0}>
              <summary>People who can no longer log in ({goneTotal})</summary>
              <ul class="list">
                {gone.map((person) => (
                  <Person visit={visit} person={person}>
                    <Gone visit={visit} person={person} />
                  </Person>
                ))}
              </ul>
            </details>
          </section>
        )}
      </>
    )
  })
}

/** @throws HttpError 403 for visitors without the right `Users update` */
const requireStaff = async (visit: Visit) => {
  if ((await rightsOf(visit)).has('Users update')) return
  throw httpErrors.forbidden('Only those who look after the people of the newsroom may open this page')
}

interface PersonProps {
  readonly visit: Visit
  readonly person: Row
}

const nameOf = (person: Row): string => textIn(person, 'FullName') || textIn(person, 'Name')

const Person = ({ person, children }: PersonProps & { children: ComponentChildren }) => (
  <li>
    <p>
      <strong dir="auto">{nameOf(person)}</strong> <span class="fine">{textIn(person, 'Name')}</span>
    </p>
    {textIn(person, 'EMail') !== '' && <p class="fine">{textIn(person, 'EMail')}</p>}
    {children}
  </li>
)

/** The role of somebody who can log in, and the forms about them. */
const Active = ({ visit, person, held, roles }: PersonProps & { held: readonly Role[]; roles: readonly Role[] }) => {
  const hidden = { user: idOf(person) }
  const role = <p class="fine">{held.length === 0 ? 'No role yet' : held.map(({ name }) => name).join(', ')}</p>
  if (hidden.user === visit.user.Id) {
    return (
      <>
        {role}
        <p class="fine">
          This is you: <a href={`${visit.base}/desk/profile`}>my profile</a>
        </p>
      </>
    )
  }
  const isOpen = ['name', 'role', 'reset'].some((name) => refusedIn(visit, name, hidden) !== undefined)
  return (
    <>
      {role}
      <details open={isOpen}>
        <summary>
          Change<span class="unseen"> {nameOf(person)}</span>
        </summary>
        <div class="stack change">
          <DeskForm
            {...{ visit, hidden }}
            name="name"
            version={numberIn(person, 'Version')}
            button="Set the name"
            fields={[...personFields(person), { ...USER_NAME, value: textIn(person, 'Name') }]}
          />
          <DeskForm {...{ visit, hidden }} name="role" button="Set the role" fields={[roleField(roles, held)]} />
          <DeskForm
            {...{ visit, hidden }}
            name="reset"
            button="Set the password"
            fields={[{ ...NEW_PASSWORD, name: 'NewPassword', label: 'New password' }]}
          />
          <DeskForm {...{ visit, hidden }} name="disable" button="Close the account" look="danger" />
        </div>
      </details>
    </>
  )
}

const Gone = ({ visit, person }: PersonProps) => (
  <DeskForm
    visit={visit}
    hidden={{ user: idOf(person) }}
    name="enable"
    button="Let them log in again"
    label={`Let them log in again: ${nameOf(person)}`}
  />
)

/** Returns the address of the account that a form names. @throws Refusal */
const userPath = ({ user }: Row): string => {
  const id = numberOf(user)
  if (id === undefined) throw new Refusal(400, 'Choose somebody from the list.')
  return `HR/User/${id}`
}

export const accounts: VisitedPage = {
  show,
  actions: {
    add: addAccount,
    name: {
      act: ({ write }, sent) => {
        const body = { ...personFrom(sent), Name: textOf(sent.Name) }
        return write({ method: 'PUT', path: userPath(sent), body, version: numberOf(sent.version) })
      },
      done: 'Their name and address are changed, also above posts that readers see.'
    },
    role: {
      act: (visit, sent) => setRole(visit, userPath(sent), sent.role),
      done: 'Their role is changed. They can do everything that it allows at once, and no more.'
    },
    disable: {
      act: ({ write }, sent) => write({ method: 'DELETE', path: userPath(sent) }),
      done: 'They can no longer log in. Their posts stay.'
    },
    enable: {
      act: ({ write }, sent) => write({ method: 'PUT', path: userPath(sent), body: { Active: true } }),
      done: 'They can log in again.'
    },
    reset: {
      act: ({ write }, { NewPassword, ...sent }) =>
        write({ method: 'PUT', path: `${userPath(sent)}/Password`, body: { NewPassword } }),
      done: 'The new password is set. Tell them; they are logged out everywhere.'
    }
  }
}
