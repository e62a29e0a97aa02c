/** The page of a resource: the fragment of the HTML writer, with links to other pages, filters and actions. */
import { FormView, type Form } from './form.tsx'
import { Raw } from './safe-markup.tsx'
import { renderShell, type Crumb, type Frame } from './shell.tsx'

export interface ResourcePage extends Frame {
  readonly title: string
  /** Stands above the title: the kind of an item, or the owner of a list. */
  readonly kicker: string
  readonly isDraft: boolean
  readonly crumbs: readonly Crumb[]
  /** The same document in other formats. */
  readonly alternates: readonly { readonly name: string; readonly media: string; readonly href: string }[]
  /** Address of the live reader; undefined unless the resource is a blog. */
  readonly live: string | undefined
  readonly pager: readonly { readonly rel: string; readonly href: string }[]
  /** Text of the HTML writer. */
  readonly fragment: string
  /** The properties that the fragment shows. */
  readonly properties: readonly { readonly name: string; readonly description: string }[]
  /** Filters of a list, and the address of the list of all parameters. */
  readonly filters: { readonly form: Form; readonly all: string } | undefined
  /** The actions that the user of the session may take on the resource. */
  readonly actions: readonly Form[]
  /** Name of the user of the session. */
  readonly user: string | undefined
  readonly login: string
  readonly logout: string
}

/** Returns the text of the page. */
export const resourcePage = (page: ResourcePage): string => {
  const { base, style, title, kicker, crumbs, alternates, pager, live, user, login, logout } = page
  return renderShell({
    base,
    style,
    title: kicker === '' ? title : `${title} – ${kicker}`,
    crumbs,
    head: (
      <>
        {alternates.map(({ name, media, href }) => (
          <link rel="alternate" type={media} href={href} title={name} />
        ))}
        {pager.map(({ rel, href }) => (
          <link rel={rel} href={href} />
        ))}
      </>
    ),
    account:
      user === undefined ? (
        <a href={login}>Log in</a>
      ) : (
        <form method="post" action={logout}>
          <span>{user}</span> <button type="submit">Log out</button>
        </form>
      ),
    children: (
      <>
        {kicker !== '' && <p class="kicker">{kicker}</p>}
        <h1>
          {title}
          {page.isDraft && (
            <>
              {' '}
              <span class="draft">Draft</span>
            </>
          )}
        </h1>
        <p class="formats">
          {live !== undefined && (
            <a class="button" href={live}>
              Read this blog live
            </a>
          )}
          {alternates.map(({ name, media, href }) => (
            <a href={href} type={media}>
              {name}
            </a>
          ))}
        </p>
        {page.filters !== undefined && <Filters {...page.filters} />}
        <Raw markup={page.fragment} class="resource" />
        <Pager pager={pager} />
        {page.actions.length > 0 && <Actions actions={page.actions} />}
        {page.properties.length > 0 && <Properties properties={page.properties} />}
      </>
    )
  })
}

const Filters = ({ form, all }: NonNullable<ResourcePage['filters']>) => (
  <details class="filters">
    <summary>{form.title}</summary>
    <FormView {...form} />
    <p class="note">
      <a href={all}>All parameters of this list</a>
    </p>
  </details>
)

const Pager = ({ pager }: Pick<ResourcePage, 'pager'>) =>
  pager.length === 0 ? null : (
    <nav class="pager" aria-label="Pages">
      {pager.map(({ rel, href }) => (
        <a rel={rel} href={href}>
          {PAGES.get(rel) ?? rel}
        </a>
      ))}
    </nav>
  )

const PAGES: ReadonlyMap<string, string> = new Map([
  ['first', 'First page'],
  ['prev', 'Previous page'],
  ['next', 'Next page']
])

const Actions = ({ actions }: Pick<ResourcePage, 'actions'>) => (
  <section class="actions" aria-labelledby="actions">
    <h2 id="actions">You can</h2>
    {actions.map((action) =>
      action.fields.length === 0 && action.isDangerous !== true ? (
        <FormView {...action} />
      ) : (
        <details>
          <summary>{action.title}</summary>
          <FormView {...action} />
        </details>
      )
    )}
  </section>
)

const Properties = ({ properties }: Pick<ResourcePage, 'properties'>) => (
  <details class="properties">
    <summary>What the fields mean</summary>
    <dl>
      {properties.map(({ name, description }) => (
        <div>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  </details>
)
