/** Forms without scripts. Their fields are made from the schemas that validate them. */

/** A field of a form. */
export interface Field {
  readonly name: string
  readonly label: string
  /** Explanation below the label. */
  readonly help: string
  readonly kind: 'text' | 'textarea' | 'number' | 'select' | 'password'
  readonly value?: string | undefined
  /** The choices of a select, besides the empty one. */
  readonly options?: readonly string[] | undefined
  readonly required?: boolean | undefined
  readonly maxLength?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** A form with a button. */
export interface Form {
  /** Unique within the page. */
  readonly id: string
  /** Summary of what it does. */
  readonly title: string
  readonly method: 'get' | 'post'
  readonly action: string
  readonly fields: readonly Field[]
  readonly button: string
  /** Whether it deletes something. */
  readonly isDangerous?: boolean
}

/** Shows the fields and the button of a form. */
export const FormView = ({ id, method, action, fields, button, isDangerous }: Form) => (
  <form method={method} action={action} class={isDangerous === true ? 'danger' : undefined}>
    {fields.map((field) => (
      <FieldView id={`${id}-${field.name}`} field={field} />
    ))}
    <button type="submit">{button}</button>
  </form>
)

const FieldView = ({ id, field }: { id: string; field: Field }) => {
  const { label, help, required } = field
  return (
    <p class="field">
      <label for={id}>
        {label}
        {required === true && <span class="required"> (required)</span>}
      </label>
      {help !== '' && (
        <small id={`${id}-help`} class="help">
          {help}
        </small>
      )}
      <Control id={id} field={field} />
    </p>
  )
}

const Control = ({ id, field }: { id: string; field: Field }) => {
  const { kind, name, value, required, maxLength, min, max, options = [], help } = field
  const common = { id, name, required, 'aria-describedby': help === '' ? undefined : `${id}-help` }
  switch (kind) {
    case 'textarea':
      return (
        <textarea {...common} rows={6} maxLength={maxLength}>
          {/* A parser drops a line feed at the start. */}
          {`\n${value ?? ''}`}
        </textarea>
      )
    case 'select':
      return (
        <select {...common}>
          <option value="" />
          {options.map((option) => (
            <option value={option} selected={option === value}>
              {WORDS.get(option) ?? option}
            </option>
          ))}
        </select>
      )
    case 'number':
      return <input {...common} type="number" value={value} min={min} max={max} />
    case 'password':
      return <input {...common} type="password" autoComplete="new-password" maxLength={maxLength} />
    default:
      return <input {...common} type="text" value={value} autoComplete="off" maxLength={maxLength} />
  }
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'yes'],
  ['false', 'no']
])
