/** The people of the newsroom, for those who look after them: accounts, and who may log in. */
import { httpErrors } from '@fastify/sensible'
import type { Row } from '../../schemas/language/rows.ts'
import { AddForm, addAccount, NEW_PASSWORD } from './add-account.tsx'
import { rightsOf } from './blogs.ts'
import { Refusal } from './documents.ts'
import { DeskForm, refusedIn } from './forms.tsx'
import { renderDesk } from './shell.tsx'
import { itemsIn, numberIn, textIn } from './view/items.ts'
import { numberOf, textOf } from './values.ts'
import type { Visit, VisitedPage } from './visit.ts'

const PAGE = '/desk/people'
/** Number of people on a page. */
const LISTED = 50

const show = async (visit: Visit): Promise<string> => {
  await requireStaff(visit)
  const { base, query } = visit
  const search = textOf(query.search).slice(0, 100)
  const offset = numberOf(query.offset) ?? 0
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const criteria = search === '' ? '' : `&all.ilike=${encodeURIComponent(pattern)}`
  const shown = `X-Filter=Id,Name,FullName,EMail&asc=name&limit=${LISTED}${criteria}`
  const [users, disabled, roles] = await Promise.all([
    visit.read(`HR/User?${shown}&offset=${offset}`),
    visit.read(`HR/User?${shown}&inactive=true`),
    visit.read('RBAC/Role?X-Filter=Id,Name,Description&limit=100')
  ])
  const total = numberIn(users, 'total') ?? 0
  const addressAt = (at: number) => `${base}${PAGE}?${new URLSearchParams({ search, offset: String(at) }).toString()}`
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
        <AddForm visit={visit} roles={itemsIn(roles, 'RoleList')} />
        <form class="row search" method="get" action={base + PAGE} role="search">
          <input type="search" name="search" value={search} aria-label="Name or e-mail" maxLength={100} />
          <button type="submit">Search</button>
        </form>
        <ul class="list">
          {itemsIn(users, 'UserList').map((user) => (
            <Person visit={visit} person={user} isActive />
          ))}
        </ul>
        {total === 0 && <p class="empty">Nobody has such a name or e-mail address.</p>}
        <p class="row spread pager">
          {offset > 0 ? <a href={addressAt(Math.max(0, offset - LISTED))}>Back</a> : <span />}
          {offset + LISTED < total && <a href={addressAt(offset + LISTED)}>More people</a>}
        </p>
        {itemsIn(disabled, 'UserList').length > 0 && (
          <section>
            <details>
              <summary>People who can no longer log in ({numberIn(disabled, 'total')})</summary>
              <ul class="list">
                {itemsIn(disabled, 'UserList').map((user) => (
                  <Person visit={visit} person={user} isActive={false} />
                ))}
              </ul>
            </details>
          </section>
        )}
      </>
    )
  })
}

/** @throws HttpError 403 for visitors who do not look after the people */
const requireStaff = async (visit: Visit) => {
  if ((await rightsOf(visit)).has('Users update')) return
  throw httpErrors.forbidden('Only those who look after the people of the newsroom may open this page')
}

const Person = ({ visit, person, isActive }: { visit: Visit; person: Row; isActive: boolean }) => {
  const user = numberIn(person, 'Id') ?? 0
  const name = textIn(person, 'FullName') || textIn(person, 'Name')
  const hidden = { user }
  return (
    <li>
      <p>
        <strong dir="auto">{name}</strong> <span class="fine">{textIn(person, 'Name')}</span>
      </p>
      {textIn(person, 'EMail') !== '' && <p class="fine">{textIn(person, 'EMail')}</p>}
      {user === visit.user.Id ? (
        <p class="fine">
          This is you: <a href={`${visit.base}/desk/profile`}>my profile</a>
        </p>
      ) : isActive ? (
        <details open={refusedIn(visit, 'reset', hidden) !== undefined}>
          <summary>
            Change<span class="unseen"> {name}</span>
          </summary>
          <div class="stack change">
            <DeskForm
              {...{ visit, hidden }}
              name="reset"
              button="Set the password"
              fields={[{ ...NEW_PASSWORD, name: 'NewPassword', label: 'New password' }]}
            />
            <DeskForm {...{ visit, hidden }} name="disable" button="Close the account" look="danger" />
          </div>
        </details>
      ) : (
        <DeskForm
          {...{ visit, hidden }}
          name="enable"
          button="Let them log in again"
          label={`Let them log in again: ${name}`}
        />
      )}
    </li>
  )
}

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
      done: 'The new password counts from now on. Tell it to them; they are logged out everywhere.'
    }
  }
}
