/** The part of a blog's settings about its webhooks: programs that hear of each change at once. */
import type { Row } from '../../schemas/language/rows.ts'
import type { BlogPart } from './blogs.ts'
import { timeZoneOf } from './embed-config.ts'
import { DeskForm, FoldedForm } from './forms.tsx'
import { momentIn, numberIn, textIn } from './view/items.ts'
import type { Visit } from './visit.ts'
import type { HookedUp } from './webhook-forms.ts'
import { ZonedTime } from './zoned-time.tsx'

interface WebhooksPart extends BlogPart {
  readonly webhooks: readonly HookedUp[]
}

export const Webhooks = ({ webhooks, visit, blog }: WebhooksPart) => (
  <section aria-labelledby="webhooks">
    <h2 id="webhooks">Webhooks</h2>
    <div class="stack">
      <p>
        The service tells other programs when this blog has changed for its readers. Their developers need the secret of
        the webhook, to check that a message comes from here.
      </p>
      <Secret visit={visit} webhooks={webhooks} />
      {webhooks.length > 0 && (
        <ul class="list">
          {webhooks.map((item) => (
            <WebhookItem visit={visit} zone={timeZoneOf(blog)} {...item} />
          ))}
        </ul>
      )}
      <AddForm visit={visit} />
    </div>
  </section>
)

/** The secret that a form of this part has just made. */
const Secret = ({ visit: { made }, webhooks }: Pick<WebhooksPart, 'visit' | 'webhooks'>) => {
  if (made === undefined) return null
  const id = numberIn(made, 'Webhook') ?? numberIn(made, 'Id')
  const address = textIn(webhooks.find((each) => each.id === id)?.webhook ?? {}, 'Address')
  const secret = textIn(made, 'Secret')
  return (
    <div class="notice good" role="status">
      {secret === '' ? (
        <p>
          The webhook <b dir="ltr">{address}</b> was made before. Its secret is not shown again: make a new one.
        </p>
      ) : (
        <>
          <p>
            This is the secret of the webhook <b dir="ltr">{address}</b>. Copy it now: nobody can show it again.
          </p>
          <p>
            <code>{secret}</code>
          </p>
        </>
      )}
    </div>
  )
}

type ItemProps = HookedUp & { readonly visit: Visit; readonly zone: string | undefined }

const WebhookItem = ({ visit, zone, id, webhook, deliveries }: ItemProps) => {
  const address = textIn(webhook, 'Address')
  const isOn = webhook.IsOn === true
  const common = { visit, hidden: { webhook: id } }
  return (
    <li class="stack">
      <p>
        <strong dir="ltr">{address}</strong>
      </p>
      <p>
        <Condition webhook={webhook} zone={zone} />
      </p>
      <div class="row">
        {isOn ? (
          <>
            <DeskForm {...common} name="webhookTest" button="Send a test" label={`Send a test to ${address}`} />
            <DeskForm {...common} name="webhookOff" button="Switch off" label={`Switch off ${address}`} />
          </>
        ) : (
          <DeskForm {...common} name="webhookOn" button="Switch on" label={`Switch on ${address}`} />
        )}
      </div>
      {deliveries.length > 0 && (
        <details>
          <summary>Last messages</summary>
          <ul class="list">
            {deliveries.map((delivery) => (
              <Delivery {...{ visit, zone, id, isOn, delivery }} />
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>New secret, or delete…</summary>
        <div class="stack">
          <p>For a day after you make a new secret, messages are also signed with the one before.</p>
          <div class="row">
            <DeskForm
              {...common}
              name="webhookSecret"
              button="Make a new secret"
              label={`Make a new secret for ${address}`}
            />
            <DeskForm {...common} name="webhookDelete" button="Delete" look="danger" label={`Delete ${address}`} />
          </div>
        </div>
      </details>
    </li>
  )
}

/** Shows the state of a webhook as a sentence. */
const Condition = ({ webhook, zone }: { webhook: Row; zone: string | undefined }) => {
  const error = textIn(webhook, 'Error')
  const failures = numberIn(webhook, 'Failures') ?? 0
  const next = momentIn(webhook, 'NextTryOn')
  if (webhook.IsOn !== true) return <>Off: {error === '' ? 'somebody has switched it off' : error}.</>
  if (failures === 0) return <>On.</>
  return (
    <>
      On, but {failures === 1 ? 'the last try has failed' : `the last ${failures} tries have failed`}: {error}.
      {next !== undefined && (
        <>
          {' '}
          The service tries again on <ZonedTime at={next} zone={zone} />.
        </>
      )}
    </>
  )
}

type DeliveryProps = Omit<ItemProps, 'webhook' | 'deliveries'> & { readonly isOn: boolean; readonly delivery: Row }

const Delivery = ({ visit, zone, id, isOn, delivery }: DeliveryProps) => {
  const number = numberIn(delivery, 'Id')
  const at = momentIn(delivery, 'TriedOn') ?? momentIn(delivery, 'CreatedOn')
  const kinds = textIn(delivery, 'Kinds').replaceAll(',', ', ')
  return (
    <li class="row spread">
      <div>
        {kinds === '' ? 'Test message' : `Posts: ${kinds}`}
        <p class="fine">
          {outcomeOf(delivery)} {at !== undefined && <ZonedTime at={at} zone={zone} />}
        </p>
      </div>
      {isOn && delivery.IsWaiting !== true && (
        <DeskForm
          visit={visit}
          name="webhookResend"
          hidden={{ webhook: id, delivery: number }}
          button="Send again"
          look="plain"
          label={`Send again: message ${number}`}
        />
      )}
    </li>
  )
}

/** Returns a sentence about the result of the last try of a message. */
const outcomeOf = (delivery: Row): string => {
  const status = numberIn(delivery, 'Status')
  const error = textIn(delivery, 'Error')
  if (error !== '') return `Not accepted: ${error}.`
  if (delivery.IsWaiting === true) return 'Waits to be sent.'
  return `Accepted, with status ${status}.`
}

const AddForm = ({ visit }: { visit: Visit }) => (
  <FoldedForm
    visit={visit}
    summary="Add a webhook"
    name="webhook"
    button="Add the webhook"
    look="primary"
    fields={[
      {
        ...{ name: 'Address', label: 'Address of the program', required: true, maxLength: 2000 },
        help: 'Such as https://news.example/changes. You see its secret once, when it is made.'
      }
    ]}
  />
)
