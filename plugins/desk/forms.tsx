/** Forms of the newsroom's pages. They need no scripts, and show their values again if they are refused. */
import type { ComponentChildren } from 'preact'
import { formAddress } from '../origin/browsers.ts'
import type { Row } from '../../schemas/language/rows.ts'
import { FieldView, type Choice, type Field } from '../pages/form.tsx'
import { textOf } from './values.ts'
import { idOf, textIn } from './view/items.ts'
import type { RefusedForm, Visit } from './visit.ts'

/** Returns items as the choices of a select. @param text the property that names an item */
export const choicesOf = (items: readonly Row[], text = 'Name'): readonly Choice[] =>
  items.map((item) => ({ value: String(idOf(item)), text: textIn(item, text) }))

export interface DeskFormProps {
  readonly visit: Visit
  /** Name of the action of the page. */
  readonly name: string
  /** Fields that nobody sees; they tell forms of one name apart. */
  readonly hidden?: Readonly<Record<string, string | number | undefined>>
  readonly fields?: readonly Field[]
  readonly button: string
  /** Classes of the button. */
  readonly look?: string
  /** Names the button where several have the same text. */
  readonly label?: string
  /** Version of the item that the fields show. */
  readonly version?: number | undefined
  /** Parts between the fields and the button. */
  readonly children?: ComponentChildren
}

export const DeskForm = ({
  visit,
  name,
  hidden = {},
  fields = [],
  button,
  look,
  label,
  version,
  children
}: DeskFormProps) => {
  const refused = refusedIn(visit, name, hidden)
  const fixed = { do: name, ...hidden, version }
  return (
    <form
      method="post"
      action={formAddress(visit.base + visit.path, 'POST', { user: visit.user.Id })}
      class={fields.length > 0 ? 'stack' : 'row'}
      // After "Back", browsers would put old texts next to the new version.
      autocomplete={version === undefined ? undefined : 'off'}
    >
      {Object.entries(fixed).map(([field, value]) =>
        value === undefined ? null : <input type="hidden" name={field} value={value} />
      )}
      {fields.map((field) => (
        <FieldView id={[name, ...Object.values(hidden), field.name].join('-')} field={typedIn(refused, field)} />
      ))}
      {children}
      <div class="row">
        <button type="submit" class={look} aria-label={label}>
          {button}
        </button>
      </div>
    </form>
  )
}

interface FoldedFormProps extends DeskFormProps {
  readonly summary: string
  /** Classes of the box around it. */
  readonly class?: string
}

/** A form that people open. It is open if it was refused. */
export const FoldedForm = ({ summary, class: name, ...form }: FoldedFormProps) => (
  <details class={name} open={refusedIn(form.visit, form.name) !== undefined}>
    <summary>{summary}</summary>
    <DeskForm {...form} />
  </details>
)

/** Returns the refusal of a form, if it is the one that was refused. */
export const refusedIn = (
  { refused }: Visit,
  name: string,
  hidden: DeskFormProps['hidden'] = {}
): RefusedForm | undefined => {
  if (refused?.name !== name) return undefined
  return Object.entries(hidden).every(([field, value]) => String(value) === refused.values[field]) ? refused : undefined
}

/**
 * Returns a field with the value that was typed, and the reason of its refusal; with the stored value, too, if somebody
 * else has changed the item. Passwords are never shown.
 */
export const typedIn = (refused: RefusedForm | undefined, field: Field): Field => {
  if (refused === undefined) return field
  const reason = refused.refusal.reasons.get(field.name)
  const value = textOf(refused.values[field.name])
  const stored = field.value ?? ''
  return {
    ...field,
    ...(field.kind !== 'password' && { value }),
    ...(reason !== undefined && { error: `${field.label} ${reason}` }),
    ...(isStale(refused) && value !== textOf(stored) && { stored: textOfChoice(field, stored) })
  }
}

const isStale = (refused: RefusedForm | undefined): boolean => refused?.refusal.status === 412

const textOfChoice = ({ choices = [] }: Field, value: string): string =>
  choices.find((choice) => choice.value === value)?.text ?? value

interface CheckBoxProps {
  readonly refused: RefusedForm | undefined
  readonly name: string
  readonly isStored: boolean
  readonly text: string
}

/** A box that can be ticked, as it was sent if its form was refused. */
export const CheckBox = ({ refused, name, isStored, text }: CheckBoxProps) => {
  const isTicked = refused ? refused.values[name] === 'true' : isStored
  return (
    <label class="choice">
      <input type="checkbox" name={name} value="true" checked={isTicked} />
      {text}
      {isStale(refused) && isTicked !== isStored && <small class="help">Stored: {isStored ? 'yes' : 'no'}</small>}
    </label>
  )
}

/** Says what the last form did, or why it was refused. */
export const Outcome = ({ refused, done }: Pick<Visit, 'refused' | 'done'>) => {
  if (refused !== undefined) {
    const { refusal, values } = refused
    const others = [...refusal.reasons].filter(([place]) => !(place in values))
    return (
      <div class="notice bad" role="alert">
        <p>{refusal.message}</p>
        {others.map(([place, reason]) => (
          <p>
            {place} {reason}
          </p>
        ))}
      </div>
    )
  }
  return done === undefined ? null : (
    <p class="notice good" role="status">
      {done}
    </p>
  )
}
