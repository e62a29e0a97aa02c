/** Forms without scripts. Their fields are made from the schemas that validate them. */

/** A field of a form. */
export interface Field {
  readonly name: string
  readonly label: string
  /** Explanation below the label. */
  readonly help?: string | undefined
  /** A line of text, unless it is something else. */
  readonly kind?:
    'text' | 'textarea' | 'number' | 'select' | 'login' | 'password' | 'email' | 'color' | 'datetime-local'
  readonly value?: string | undefined
  /** The choices of a select. */
  readonly choices?: readonly Choice[]
  readonly required?: boolean | undefined
  readonly maxLength?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly autoComplete?: string
  /** Why the value was refused. */
  readonly error?: string
  /** The value that the service has, if it is another one. */
  readonly stored?: string
}

/** A choice of a select. */
export interface Choice {
  readonly value: string
  readonly text: string
}

/** A form with a button. */
export interface Form {
  /** Unique within the page. */
  readonly id: string
  /** Summary of its effect. */
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

/** Shows a field with its label, its help and why it was refused. */
export const FieldView = ({ id, field }: { id: string; field: Field }) => {
  const { label, help, required, error, stored } = field
  return (
    <div class="field">
      <label for={id}>
        {label}
        {required === true && <span class="required"> (required)</span>}
      </label>
      {help !== undefined && (
        <small id={`${id}-help`} class="help">
          {help}
        </small>
      )}
      {error !== undefined && (
        <span id={`${id}-error`} class="error">
          {error}
        </span>
      )}
      <Control id={id} field={field} />
      {stored !== undefined && (
        <div id={`${id}-stored`} class="stored">
          <small class="help">Stored value</small>
          {/* Focusable, because long texts scroll. */}
          <pre tabIndex={0} dir="auto" aria-label={`Stored value of ${label}`} role="group">
            {stored}
          </pre>
        </div>
      )}
    </div>
  )
}

const Control = ({ id, field }: { id: string; field: Field }) => {
  const { kind, name, value, required, maxLength, min, max, choices, help, error, stored, autoComplete } = field
  const descriptions = [...(help === undefined ? [] : [`${id}-help`]), ...(error === undefined ? [] : [`${id}-error`])]
  const common = {
    id,
    name,
    required,
    'aria-describedby': descriptions.join(' ') || undefined,
    'aria-invalid': error !== undefined || undefined,
    // The browser goes to the first one, which may be far down the page.
    autofocus: error !== undefined || stored !== undefined || undefined
  }
  switch (kind) {
    case 'textarea':
      return (
        <textarea {...common} rows={6} maxLength={maxLength} dir="auto">
          {/* A parser drops a line feed at the start. */}
          {`\n${value ?? ''}`}
        </textarea>
      )
    case 'select':
      return (
        <select {...common}>
          {choices?.map((choice) => (
            <option value={choice.value} selected={choice.value === value}>
              {choice.text}
            </option>
          ))}
        </select>
      )
    case 'number':
      return <input {...common} type="number" value={value} min={min} max={max} />
    case 'password':
      return <input {...common} type="password" autoComplete={autoComplete ?? 'new-password'} maxLength={maxLength} />
    case 'color':
    case 'datetime-local':
      return <input {...common} type={kind} value={value} />
    case 'email':
      return <input {...common} type="email" value={value} autoComplete={autoComplete ?? 'off'} maxLength={maxLength} />
    default:
      return (
        <input
          {...common}
          {...{ type: 'text', value, maxLength, autoComplete: autoComplete ?? 'off', dir: 'auto' }}
          // Telephones begin each text with a capital letter, and user names differ by it.
          {...(kind === 'login' && { autocapitalize: 'none', spellcheck: false })}
        />
      )
  }
}
