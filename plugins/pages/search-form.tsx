/** The form that searches posts. It works without scripts. */
import type { Labels } from '../labels/labels.ts'
import { MAX_QUERY } from './max-query.ts'

interface SearchFormProps {
  /** Address of the page of results, without its query. */
  readonly action: string
  /** Label of the form. */
  readonly label: string
  readonly labels: Labels
  /** Text in the empty field, where the label has no room. */
  readonly hint?: string
  /** Text in the field. */
  readonly searched?: string | undefined
}

export const SearchForm = ({ action, label, hint = label, labels, searched }: SearchFormProps) => (
  <form class="search" role="search" action={action} data-needs-service>
    <input
      type="search"
      name="q"
      value={searched}
      aria-label={label}
      placeholder={hint}
      required
      maxLength={MAX_QUERY}
    />
    <button type="submit">{labels.text('Search')}</button>
  </form>
)
