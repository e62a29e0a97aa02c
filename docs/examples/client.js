/** Prints the changes of a blog. Usage: node client.js [address of the list] [number of changes] */
import { follow } from 'desk-client'

const [list = 'http://127.0.0.1:3000/resources/Desk/Blog/1/Post/Published', count = 'Infinity'] = process.argv.slice(2)
let left = Number(count)
for await (const change of follow(list)) {
  if (change.kind === 'shown') console.log(`show ${change.post.Id}: ${change.post.Content}`)
  if (change.kind === 'removed') console.log(`drop ${change.post.Id}`)
  left -= 1
  if (left === 0) break
}
