/** The markup with which other sites show a blog (docs/embed.md). */
import { escapeHtml } from '../representation/escape.ts'
import { blogAddress } from './addresses.ts'

/** Returns the lines that another site copies into its page. @param base base URL, without a final slash */
export const embedCode = (base: string, blogId: number, blogTitle: string): string => {
  const title = escapeHtml(blogTitle)
  return [
    `<script async src="${base}/embed.js" data-blog="${blogId}" data-title="${title}"></script>`,
    `<noscript><a href="${blogAddress(base, blogId)}">${title}</a></noscript>`
  ].join('\n')
}
