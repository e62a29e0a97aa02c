/** The parts next to the posts: the form for comments, the search, and ways to follow the blog. */
import { MAX_NAME, MAX_COMMENT } from '../../schemas/comment.ts'
import { blogAddress, embedCode, feedsOf } from '../pages/addresses.ts'
import { SearchForm } from '../pages/layout.tsx'
import type { LivePage } from './live-page.ts'

export const Side = (page: LivePage) => (
  <aside class="side" aria-label={page.labels.text('Take part and follow')}>
    {page.commentAddress !== undefined && <Ask {...page} />}
    <SearchForm
      action={`${blogAddress(page.base, page.blog.Id)}/search`}
      label={page.labels.text('Search this live blog')}
      hint={page.labels.text('Search')}
      labels={page.labels}
    />
    <Follow {...page} />
  </aside>
)

const Ask = ({ commentAddress, isCommentSent = false, labels }: LivePage) => (
  <section id="ask" aria-labelledby="ask-title" data-needs-service>
    <h2 id="ask-title">{labels.text('Ask our reporters')}</h2>
    <div class="card-box">
      <p class="thanks" tabIndex={-1} hidden={!isCommentSent}>
        <strong>{labels.text('Thank you. Your comment has arrived.')}</strong>{' '}
        {labels.text('An editor reads it first. If it is published, you will find it in this blog.')}
      </p>
      <form class="comments" method="post" action={commentAddress}>
        <label for="comment-text">{labels.text('Your question or comment')}</label>
        <textarea id="comment-text" name="CommentText" rows={3} maxLength={MAX_COMMENT} required dir="auto" />
        <label for="comment-name">{labels.text('Your name')}</label>
        <input
          id="comment-name"
          name="UserName"
          maxLength={MAX_NAME}
          // Some clients show names as HTML, so the service refuses markup in them.
          pattern="[^<>]+"
          title={labels.text('A name without < or >')}
          autocomplete="name"
          required
          dir="auto"
          aria-describedby="comment-hint"
        />
        <input type="hidden" name="CommentSource" value="live page" />
        <p class="hint" id="comment-hint">
          {labels.text('An editor reads it first. Your name is shown with it.')}
        </p>
        <p class="error" role="alert" />
        <button type="submit">{labels.text('Send')}</button>
      </form>
    </div>
  </section>
)

const Follow = ({ blog, base, isEmbeddable, labels }: LivePage) => {
  const { atom, json } = feedsOf(base, blog.Id)
  return (
    <section id="follow" aria-labelledby="follow-title">
      <h2 id="follow-title">{labels.text('Follow')}</h2>
      <ul class="card-box">
        <li>
          <a class="share" href={blogAddress(base, blog.Id)}>
            {labels.text('Share this blog')}
          </a>
        </li>
        <li>
          <a href={atom.href}>{labels.text('Atom feed')}</a>
        </li>
        <li>
          <a href={json.href}>{labels.text('JSON feed')}</a>
        </li>
        {isEmbeddable && (
          <li data-needs-service>
            <details>
              <summary>{labels.text('Show it on your site')}</summary>
              <label for="embed-code">{labels.text('Copy these lines into your page:')}</label>
              <textarea id="embed-code" class="code" readonly rows={6} dir="ltr">
                {`\n${embedCode(base, blog.Id, blog.Title)}`}
              </textarea>
            </details>
          </li>
        )}
      </ul>
    </section>
  )
}
