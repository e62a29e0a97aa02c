/** Follows the published posts of a blog. Usage: npx tsx follow.ts [address of the list] [number of polls] */
import { setTimeout } from 'node:timers/promises'

type Post = { Id: number; CId: number; IsPublished: boolean; DeletedOn?: string; Content?: string }
type Page = { total: number; lastCId: number; PostList: Post[] }

const [list = 'http://127.0.0.1:3000/resources/Desk/Blog/1/Post/Published', polls = 'Infinity'] = process.argv.slice(2)
const filter = 'Id, CId, IsPublished, DeletedOn, Content'
const headers = { accept: 'application/json', 'x-filter': filter, 'x-format-values': 'typed' }
let since = 0
for (let poll = 0; poll < Number(polls); poll++) {
  let page: Page = { total: 0, lastCId: since, PostList: [] }
  try {
    const response = await fetch(`${list}?cId.since=${since}`, { headers, signal: AbortSignal.timeout(10_000) })
    if (response.status === 410) page.lastCId = 0 // The database was restored from a backup: start again.
    if (response.ok) page = JSON.parse(await response.text())
  } catch {
    // No answer, half of one, or that of something else: try again.
  }
  for (const { Id, IsPublished, DeletedOn, Content } of page.PostList.sort((one, other) => one.CId - other.CId)) {
    console.log(IsPublished && DeletedOn === undefined ? `show ${Id}: ${Content}` : `drop ${Id}`)
  }
  since = page.lastCId
  if (page.total <= page.PostList.length) await setTimeout(1000)
}
