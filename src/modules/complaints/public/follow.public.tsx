import '../../../web/public/styles/follow.css'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { TIME_ZONE } from '../../../web/public/chain.ts'
import { nameOf } from '../../../web/public/lookups.ts'
import type { PageProps } from '../../../web/public/page-loader.ts'
import { NotFoundNotice } from '../../../web/public/pages/not-found.public.tsx'
import { PromiseCard } from '../../../web/public/promise.tsx'
import { Page } from '../../../web/public/ui/page.tsx'
import { Loading, LoadingFailed } from '../../../web/public/ui/states.tsx'
import { AddWord } from './add-word.public.tsx'
import { Gallery } from './gallery.public.tsx'
import { ProgressLine } from './progress-line.public.tsx'
import { Rate } from './rate.public.tsx'
import { type FollowUp, useFollowUp, wordsOf } from './use-follow-up.public.tsx'

/** The customer's private page: where the matter stands, what was said, and two things to do. */
export default function FollowPage({ token }: PageProps) {
  const { state, look } = useFollowUp(token)
  if (state.at === 'unknown') {
    return (
      <Page title={t('Page not found')}>
        <NotFoundNotice
          title={t('This link does not lead to any feedback')}
          text={t('Please check that the whole address was copied, or write to us again.')}
        />
      </Page>
    )
  }
  const title = state.at === 'open' ? `${t('Your message')} ${state.found.issue_number}` : t('Your message')
  return (
    <Page title={title} className="follow">
      {state.at === 'loading' && <Loading />}
      {state.at === 'failed' && <LoadingFailed message={state.message} onRetry={() => void look()} />}
      {state.at === 'open' && <Story token={token} found={state.found} onChanged={look} />}
    </Page>
  )
}

function Story({ token, found, onChanged }: { token: string; found: FollowUp; onChanged: () => Promise<void> }) {
  const { issue_number, store, feedback_type, content, attachments, replies, created_at } = found
  return (
    <>
      <div className="follow-head">
        <h1>
          <span className="soft">{t('Your message')}</span> <span className="follow-number">{issue_number}</span>
        </h1>
        {store && (
          <p className="soft">
            {store.name} · {formatMoment(created_at, TIME_ZONE)}
          </p>
        )}
      </div>
      <ProgressLine found={found} />
      <PromiseCard promise={found.promise} store={store} isWaiting={found.is_waiting} />
      <Answer found={found} />
      {(found.can_rate || found.rating !== null) && <Rate token={token} found={found} onChanged={onChanged} />}
      <section className="card" aria-labelledby="said">
        <h2 id="said">{t('What you told us')}</h2>
        {feedback_type && <p className="chip">{nameOf(feedback_type)}</p>}
        <p className="words">{wordsOf(content)}</p>
        <Gallery files={attachments} token={token} />
      </section>
      {replies.length > 0 && (
        <section aria-labelledby="talk">
          <h2 id="talk" className="section-title">
            {t('Since then')}
          </h2>
          <ol className="talk">
            {replies.map((reply) => (
              <li key={`${reply.at}${reply.from}`} className={`bubble is-${reply.from}`}>
                <p className="bubble-head">
                  <b>{reply.from === 'store' ? (store?.name ?? t('The store')) : t('You')}</b>
                  <time dateTime={reply.at}>{formatMoment(reply.at, TIME_ZONE)}</time>
                </p>
                {reply.body && <p className="words">{wordsOf(reply.body)}</p>}
                <Gallery files={reply.attachments} token={token} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {found.can_comment && <AddWord token={token} onSaid={onChanged} />}
    </>
  )
}

const SOLUTION_LABELS: Record<string, () => string> = {
  apology: () => t('Apology'),
  exchange_refund: () => t('Exchange/Refund'),
  compensation: () => t('Compensation'),
}

function Answer({ found: { comment, solution, store, completed_at } }: { found: FollowUp }) {
  if (!comment && !solution) return null
  return (
    <section className="card answer" aria-labelledby="answer">
      <h2 id="answer">{t('The answer of {{store}}', { store: store?.name ?? t('The store') })}</h2>
      {solution && <p className="chip is-ok">{SOLUTION_LABELS[solution]?.() ?? solution}</p>}
      {comment && <p className="words">{wordsOf(comment)}</p>}
      {completed_at && <p className="soft small">{formatMoment(completed_at, TIME_ZONE)}</p>}
    </section>
  )
}
