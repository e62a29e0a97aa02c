/** The dialog with the keys of the page of a blog. It never changes, so the script of the page need not contain it. */
import { Act } from './view/parts.tsx'

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl + Enter', 'Publish, hand in, or store a correction'],
  ['Ctrl + S', 'Keep as a draft, or a correction on this device'],
  ['Ctrl + B, I, K', 'Bold, italic, link, in rich text'],
  ['N', 'Write'],
  ['.', 'Show new posts'],
  ['J, K', 'Next post, previous post'],
  ['E', 'Correct the post'],
  ['Alt + ↑, Alt + ↓', 'Move the post'],
  ['Z', 'Undo, or bring back, while the message shows'],
  ['/', 'Search'],
  ['Esc', 'Leave a field or close a dialog'],
  ['?', 'This list']
]

export const Help = () => (
  <dialog class="card" aria-labelledby="help-title" id="help">
    <h2 id="help-title">Keys</h2>
    <dl class="keys">
      {keys.map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p>An empty line begins a paragraph. An address alone on a line becomes a card. On a Mac, use ⌘ for Ctrl.</p>
    <Act action="close-dialog" class="primary">
      Close
    </Act>
  </dialog>
)
