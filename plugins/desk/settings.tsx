/** The settings of a blog: its state, its texts, its look, and the code that embeds it. */
import { BlogHead } from './blog-head.tsx'
import { blogPath, readOwnBlog, rightsOf, stateOf, type BlogPart, type BlogState } from './blogs.ts'
import { configIn, timeZoneOf } from './embed-config.ts'
import { embedCode } from '../pages/addresses.ts'
import type { Field } from '../pages/form.tsx'
import { followingActions, readFollowed } from './followed.ts'
import { Following } from './following.tsx'
import { CheckBox, DeskForm, refusedIn } from './forms.tsx'
import { LeadForm, newestPictures } from './lead.tsx'
import { LookForm } from './look.tsx'
import { PictureForm } from './picture-form.tsx'
import { languageField, startField, zoneField } from './planned.ts'
import { descriptionIn, settingsActions } from './settings-actions.ts'
import { renderDesk } from './shell.tsx'
import { itemsIn, momentIn, numberIn, textIn } from './view/items.ts'
import type { Visit, VisitedPage } from './visit.ts'
import { readWebhooks, webhookActions } from './webhook-forms.ts'
import { Webhooks } from './webhooks.tsx'

const show = async (visit: Visit): Promise<string> => {
  const { blog, blogId } = await readOwnBlog(visit)
  const [language, themes, followed, pictures, webhooks, rights] = await Promise.all([
    languageField(visit, String(numberIn(blog, 'Language'))),
    visit.read(`${visit.module}/BlogTheme?X-Filter=Name&limit=1000`),
    readFollowed(visit, blogId),
    newestPictures(visit),
    readWebhooks(visit, blogId),
    rightsOf(visit)
  ])
  const part = { visit, blog, blogId }
  return renderDesk(visit, {
    title: `Settings of ${textIn(blog, 'Title')}`,
    layout: 'narrow',
    head: <script type="module" src={visit.asset('settings.js')} />,
    body: (
      <>
        <BlogHead {...part} current="settings" />
        <State {...part} />
        <Texts {...part} language={language} />
        <section aria-labelledby="lead">
          <h2 id="lead">Lead picture or video</h2>
          <div class="stack">
            <LeadForm {...part} pictures={pictures} />
            {rights.has('IAM upload') && (
              <PictureForm
                visit={visit}
                help="It is stored in the archive. Then choose it."
                button="Add to the archive"
              />
            )}
          </div>
        </section>
        <section aria-labelledby="look">
          <h2 id="look">Look for readers</h2>
          <LookForm {...part} themes={itemsIn(themes, 'BlogThemeList').map((theme) => textIn(theme, 'Name'))} />
        </section>
        <EmbedCode {...part} />
        <Following {...part} followed={followed} />
        <Webhooks {...part} webhooks={webhooks} />
        <MovingOut {...part} />
      </>
    )
  })
}

const MEANING: Readonly<Record<BlogState, string>> = {
  rehearsal: 'Rehearsal: you can write, publish and try everything, and readers see nothing.',
  live: 'Live: readers see this blog, and every post at once.',
  closed: 'Closed: readers can still read it. Nobody can add posts.'
}

const ANNOUNCED =
  'Announced rehearsal: readers see the title, the description and the planned start, and no posts until you go live.'

const State = ({ visit, blog }: BlogPart) => {
  const state = stateOf(blog)
  const common = { visit, version: numberIn(blog, 'Version') }
  return (
    <section aria-labelledby="state">
      <h2 id="state">State</h2>
      <div class="card stack">
        <p>{state === 'rehearsal' && momentIn(blog, 'StartsOn') ? ANNOUNCED : MEANING[state]}</p>
        {state === 'rehearsal' && <DeskForm {...common} name="live" button="Go live" look="primary" />}
        {state === 'closed' && <DeskForm {...common} name="reopen" button="Open it again" />}
        {state === 'live' && (
          <details>
            <summary>Back to rehearsal…</summary>
            <p>Readers no longer see this blog, nor any of its posts, until you go live again.</p>
            <DeskForm {...common} name="rehearse" button="Back to rehearsal" />
          </details>
        )}
        {state !== 'closed' && (
          <details>
            <summary>Close the blog…</summary>
            <p>{MEANING.closed} You can open it again.</p>
            <DeskForm {...common} name="close" button="Close the blog" look="danger" />
          </details>
        )}
      </div>
    </section>
  )
}

const Texts = ({ visit, blog, language }: BlogPart & { language: Field }) => {
  const refused = refusedIn(visit, 'describe')
  const zone = timeZoneOf(blog)
  return (
    <section aria-labelledby="texts">
      <h2 id="texts">About the blog</h2>
      <DeskForm
        visit={visit}
        name="describe"
        version={numberIn(blog, 'Version')}
        button="Save"
        look="primary"
        fields={[
          { name: 'Title', label: 'Title', required: true, maxLength: 255, value: textIn(blog, 'Title') },
          {
            ...{ name: 'Description', label: 'Description', kind: 'textarea', maxLength: 65535 },
            help: 'Shown below the title. One or two sentences are best.',
            value: descriptionIn(blog)
          },
          language,
          zoneField(zone),
          ...(stateOf(blog) === 'rehearsal' ? [startField(momentIn(blog, 'StartsOn'), zone)] : [])
        ]}
      >
        <CheckBox
          {...{ refused, name: 'UserComments', isStored: configIn(blog).UserComments === true }}
          text="Readers may send comments. You see them first, and decide what is published."
        />
      </DeskForm>
    </section>
  )
}

const EmbedCode = ({ visit: { base }, blog, blogId }: BlogPart) => (
  <section aria-labelledby="embed">
    <h2 id="embed">Show it on another site</h2>
    <div class="stack">
      <label class="field">
        Copy these two lines into the page of the other site:
        <textarea id="embed-code" class="code" readonly rows={5} dir="ltr">
          {`\n${embedCode(base, blogId, textIn(blog, 'Title'))}`}
        </textarea>
      </label>
      <div class="row">
        {/* The script shows it. */}
        <button type="button" id="copy-code" hidden>
          Copy
        </button>
        <span id="copied" class="fine" role="status" />
      </div>
    </div>
  </section>
)

/** Links to the exports of a blog. Those in the form for readers need a blog that readers see. */
const MovingOut = ({ visit, blog, blogId }: BlogPart) => {
  const address = (format: string) => `${visit.base}/resources/${blogPath(visit, blogId)}/Export/${format}`
  return (
    <section aria-labelledby="moving-out">
      <h2 id="moving-out">Take the blog with you</h2>
      <div class="stack">
        <p>
          <a href={address('ndjson')}>Everything</a>: all posts and their pictures, also drafts. Another newsroom with
          Desk can take the blog over with it.
        </p>
        {momentIn(blog, 'LiveOn') === undefined ? (
          <p class="fine">Once readers see the blog, you can also save its pages.</p>
        ) : (
          <p>
            <a href={address('site')}>The pages that readers see</a>, with their pictures: open them without a
            connection, or put them on any web server.
          </p>
        )}
      </div>
    </section>
  )
}

export const settings: VisitedPage = { show, actions: { ...settingsActions, ...followingActions, ...webhookActions } }
