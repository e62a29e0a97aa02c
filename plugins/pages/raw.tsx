/** The only place where text becomes markup. */

/** Shows markup that is already safe: written by the HTML writer, or made safe by `sanitise`. */
export const Raw = ({ markup, ...attributes }: { markup: string; class?: string; id?: string }) => (
  <div {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />
)
