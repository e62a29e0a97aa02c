/** The only place where text becomes markup. */

/** Shows markup that is already safe: written by the HTML writer, or made safe by `sanitise`. */
export const Raw = ({ markup, ...attributes }: { markup: string; class?: string; id?: string }) => (
  <div {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />
)

/** Structured data for machines. The browser does not run it, and without `<` it cannot end its element. */
export const DataBlock = ({ type, data }: { type: string; data: object }) => (
  <script type={type} dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }} />
)
