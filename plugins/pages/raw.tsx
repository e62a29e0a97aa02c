/** The only places where pages contain text as markup. */

/** Shows markup that is already safe: written by the HTML writer, or sanitised. */
export const Raw = ({ markup, ...attributes }: { markup: string; class?: string; id?: string; lang?: string }) => (
  <div {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />
)

/** Shows safe markup as the headline of a post. */
export const RawHeadline = ({ markup, id }: { markup: string; id: string }) => (
  <h3 class="headline" id={id} dangerouslySetInnerHTML={{ __html: markup }} />
)

/** Data for machines and scripts. The browser does not run it, and without `<` it cannot end its element. */
export const DataBlock = ({ type, data, id }: { type: string; data: object; id?: string }) => (
  <script type={type} id={id} dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }} />
)
