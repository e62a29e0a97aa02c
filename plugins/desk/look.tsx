/** The form for the look of a blog's live page. Its script shows the look as it is chosen. */
import { membersOf } from '../../schemas/language/rows.ts'
import { coloursIn, DEFAULT_COLOURS, type Colours } from '../pages/embed-config.ts'
import { FieldView, type Field } from '../pages/form.tsx'
import type { BlogPart } from './blogs.ts'
import { configIn } from './embed-config.ts'
import { CheckBox, DeskForm, refusedIn, typedIn } from './forms.tsx'
import { numberIn } from './view/items.ts'
import { textOf } from './values.ts'
import type { RefusedForm } from './visit.ts'

/** @param props.themes names of the themes */
export const LookForm = ({ visit, blog, themes }: BlogPart & { themes: readonly string[] }) => {
  const config = configIn(blog)
  const style = membersOf(config.Style)
  const theme = textOf(config.theme)
  const refused = refusedIn(visit, 'restyle')
  const choice = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([value, text]) => ({ value, text }))
  return (
    <DeskForm
      visit={visit}
      name="restyle"
      version={numberIn(blog, 'Version')}
      button="Save the look"
      look="primary"
      fields={[
        {
          ...{ name: 'theme', label: 'Theme', kind: 'select', value: theme },
          // The settings may name a theme that no longer exists: saving something else keeps it.
          choices: [...new Set(['', theme, ...themes])].map((name) => ({ value: name, text: name || 'None' }))
        },
        {
          ...{ name: 'font', label: 'Type', kind: 'select', value: textOf(style.font) },
          choices: choice({ '': 'As in the theme', serif: 'With serifs', sans: 'Without serifs' })
        },
        {
          ...{ name: 'size', label: 'Size of the text', kind: 'select', value: textOf(style.size) },
          choices: choice({ '': 'As in the theme', small: 'Small', normal: 'Normal', large: 'Large' })
        },
        {
          ...{ name: 'logo', label: 'Logo', value: textOf(style.logo), maxLength: 2000 },
          help: 'Address of a picture that begins with https://. It is shown above the page'
        },
        {
          ...{ name: 'logoText', label: 'Name of the publication', value: textOf(style.logoText) },
          ...{ help: 'Shown in place of the logo', maxLength: 255 }
        }
      ]}
    >
      <ColourFields
        {...{ refused, scheme: 'light', prefix: '', switchName: 'hasColours' }}
        label="Own colours"
        colours={coloursIn(style)}
      />
      <ColourFields
        {...{ refused, scheme: 'dark', prefix: 'dark-', switchName: 'hasDark' }}
        label="Own colours where readers prefer dark pages"
        colours={coloursIn(style.dark)}
      />
    </DeskForm>
  )
}

interface ColourFieldsProps {
  readonly refused: RefusedForm | undefined
  readonly scheme: 'light' | 'dark'
  /** Prefix of the names of the fields. */
  readonly prefix: string
  /** Name of the box that switches the colours on. */
  readonly switchName: string
  readonly label: string
  readonly colours: Colours | undefined
}

const LABELS = { background: 'Background', text: 'Text', accent: 'Links and marks' } as const

const ColourFields = ({ refused, scheme, prefix, switchName, label, colours }: ColourFieldsProps) => {
  const shownColours = colours ?? DEFAULT_COLOURS[scheme]
  const fields = (['background', 'text', 'accent'] as const).map((name): Field => ({
    name: prefix + name,
    label: LABELS[name],
    kind: 'color',
    value: shownColours[name]
  }))
  return (
    <fieldset class="colours card" data-scheme={scheme}>
      <legend class="unseen">{label}</legend>
      <CheckBox {...{ refused, name: switchName, isStored: colours !== undefined }} text={label} />
      <div class="row">
        {fields.map((field) => (
          <FieldView id={`look-${field.name}`} field={typedIn(refused, field)} />
        ))}
      </div>
      {/* The script sets its look and shows it. */}
      <div class="preview" hidden>
        <p class="preview-name" />
        <p class="preview-mark">Live</p>
        <p class="preview-title">The bridge is open</p>
        <p>
          Pedestrians first, then buses, cars from <span class="preview-link">15:00</span>.
        </p>
      </div>
      <p class="notice wait" role="status" hidden />
    </fieldset>
  )
}
