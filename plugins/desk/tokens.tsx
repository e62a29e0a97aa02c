/** The visitor's API tokens, as a part of the profile: programs that write for the visitor. */
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { english } from '../labels/labels.ts'
import { Time } from '../pages/article.tsx'
import { choicesOf, DeskForm } from './forms.tsx'
import { itemsIn, momentIn, textIn } from './view/items.ts'
import { textOf } from './values.ts'
import type { Actions, Visit } from './visit.ts'

const ALLOWED = [
  { value: 'read', text: 'Read, including drafts' },
  { value: 'draft', text: 'Write drafts' },
  { value: 'publish', text: 'Publish, and look after the blog' }
]

/** Reads the tokens of the visitor. Only people with a session see them: a program with a token has none to show. */
export const readTokens = async ({ read, user }: Visit) => {
  if (user.Client === 'token') return undefined
  const [tokens, blogs] = await Promise.all([
    read(`HR/User/${user.Id}/Token?X-Filter=*,Blog.Id,Blog.Title&limit=100`),
    read(`HR/User/${user.Id}/Blog?X-Filter=Id,Title&desc=lastUpdatedOn&limit=1000`)
  ])
  return { tokens: itemsIn(tokens, 'TokenList'), blogs: itemsIn(blogs, 'BlogList') }
}

type OwnTokens = NonNullable<Awaited<ReturnType<typeof readTokens>>>

export const TokensPart = ({ visit, tokens, blogs }: OwnTokens & { visit: Visit }) => (
  <section aria-labelledby="tokens">
    <h2 id="tokens">Programs</h2>
    <div class="stack">
      <p>
        A program writes for you with an API token, at the addresses of{' '}
        <a href={`${visit.base}/resources`}>Resources</a>. It can do at most what you may do. Revoke it when the program
        no longer needs it, or when somebody else may have seen it.
      </p>
      <Made visit={visit} />
      {tokens.length > 0 && (
        <ul class="list">
          {tokens.map((token) => (
            <TokenItem visit={visit} token={token} />
          ))}
        </ul>
      )}
      <AddForm visit={visit} blogs={blogs} />
    </div>
  </section>
)

/** The token that the form has just made. */
const Made = ({ visit: { made } }: { visit: Visit }) =>
  made === undefined ? null : (
    <div class="notice good" role="status">
      <p>
        This is the token for <b dir="auto">{textIn(made, 'Name')}</b>. Copy it now: nobody can show it again.
      </p>
      <p>
        <code>{textIn(made, 'Token')}</code>
      </p>
    </div>
  )

const TokenItem = ({ visit, token }: { visit: Visit; token: Row }) => {
  const name = textIn(token, 'Name')
  const blog = textIn(membersOf(token.Blog), 'Title')
  const lastUsed = momentIn(token, 'LastUsedOn')
  const allowed = ALLOWED.find(({ value }) => value === textIn(token, 'Allows'))?.text ?? 'Everything that you may'
  return (
    <li class="row spread">
      <div>
        <strong dir="auto">{name}</strong>
        <p class="fine">
          {allowed}, in {blog === '' ? 'all your blogs' : <span dir="auto">{blog}</span>}.{' '}
          {lastUsed === undefined ? (
            'Never used.'
          ) : (
            <>
              Last used <Time at={lastUsed} labels={english} />.
            </>
          )}
        </p>
      </div>
      <DeskForm
        visit={visit}
        name="revoke"
        hidden={{ token: textIn(token, 'Id') }}
        button="Revoke"
        look="plain"
        label={`Revoke ${name}`}
      />
    </li>
  )
}

const AddForm = ({ visit, blogs }: { visit: Visit; blogs: readonly Row[] }) => (
  <DeskForm
    visit={visit}
    name="token"
    button="Make a token"
    fields={[
      {
        ...{ name: 'Name', label: 'Name of the program', maxLength: 255, required: true },
        help: 'So that you recognise it later. Others see it with what the program does.'
      },
      { name: 'Allows', label: 'What it may do', kind: 'select', choices: ALLOWED },
      {
        ...{ name: 'Blog', label: 'Where', kind: 'select' },
        choices: [{ value: '', text: 'In all my blogs' }, ...choicesOf(blogs, 'Title')]
      }
    ]}
  />
)

export const tokenActions: Actions = {
  /** Makes a token, and shows it: no address may contain it. */
  token: {
    act: ({ write, user }, { Name, Allows, Blog }) => {
      const body = { Name, Allows, ...(Blog !== '' && { Blog }) }
      return write({ method: 'POST', path: `HR/User/${user.Id}/Token`, body })
    }
  },
  revoke: {
    act: ({ write, user }, { token }) =>
      write({ method: 'DELETE', path: `HR/User/${user.Id}/Token/${encodeURIComponent(textOf(token))}` }),
    done: 'The token is revoked.'
  }
}
