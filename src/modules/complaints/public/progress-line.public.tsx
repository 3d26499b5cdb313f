import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { TIME_ZONE } from '../../../web/public/chain.ts'
import { Icon } from '../../../web/public/ui/icon.tsx'
import type { FollowUp } from './use-follow-up.public.tsx'

/** Three steps a customer cares about. What is late or reopened is, to them, being looked into. */
export function ProgressLine({ found }: { found: FollowUp }) {
  const reached = reachedOf(found)
  const isBegun = hasBegun(found)
  const labels = [t('Message received'), t('Being looked into'), t('Answered')]
  const times = timesOf(found)
  return (
    <section className="card progress" aria-label={t('Where it stands')}>
      <p className="progress-now">{sentenceOf(found)}</p>
      <ol className="progress-line">
        {labels.map((label, at) => (
          <li
            key={label}
            className={at < reached ? 'is-done' : at === reached && isBegun ? 'is-now' : ''}
            aria-current={at === (isBegun ? reached : reached - 1) ? 'step' : undefined}
          >
            <span className="progress-dot">{at < reached && <Icon name="check" size={16} stroke={3} />}</span>
            <b>{label}</b>
            {times[at] && at <= reached && <time dateTime={times[at]}>{formatMoment(times[at], TIME_ZONE)}</time>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** How many of the three are behind us: a new one is received, one in work is at the second. */
const reachedOf = ({ status }: FollowUp): number => (status === 'completed' || status === 'closed' ? 3 : 1)

const hasBegun = ({ status, steps }: FollowUp): boolean =>
  status === 'processing' || status === 'reopened' || steps.some((step) => step.status === 'processing')

function sentenceOf(found: FollowUp): string {
  const { status } = found
  if (status === 'completed') return t('We have answered. Did it help?')
  if (status === 'closed') return t('This matter is closed. Thank you.')
  if (status === 'deleted') return t('This message was set aside.')
  if (status === 'reopened') return t('We are looking into it once more.')
  return hasBegun(found) ? t('We are looking into it.') : t('Your message has arrived. Someone will take it up soon.')
}

function timesOf({ created_at, completed_at, status, steps }: FollowUp): (string | null | undefined)[] {
  const begun = steps.findLast((step) => step.status === 'processing' || step.status === 'reopened')
  const isAnswered = status === 'completed' || status === 'closed'
  return [created_at, begun?.at, isAnswered ? completed_at : null]
}
