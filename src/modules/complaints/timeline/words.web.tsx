import type { ActivityLine } from '../../../shared/api.ts'
import type { Tone } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { Stars, type StoryWords } from '../../../web/discussion/activity-line.tsx'
import css from '../../../web/discussion/story.module.css'
import { Link } from '../../../web/ui/link.tsx'
import { CLOCKS } from '../../escalation-rungs/escalation-rungs.ts'
import { complaints } from '../complaints.ts'
import { LINK_KINDS } from '../links.ts'
import { isByItself, isOfTwo, otherOf, ruleWords, verbKey, visibleChanges } from './activity-text.ts'

const TONES: Record<string, Tone> = {
  create: 'info',
  start: 'accent',
  complete: 'ok',
  close: 'mute',
  reopen: 'violet',
  trash: 'bad',
  delete: 'bad',
  extend: 'warn',
  pause: 'accent',
  resume: 'accent',
  overdue: 'bad',
  remind: 'warn',
  escalate: 'bad',
  'approve cost': 'ok',
  'reject cost': 'bad',
  rate: 'warn',
  merge: 'violet',
  absorb: 'violet',
}

/** How the history of a complaint is told on its page. */
export const complaintWords: StoryWords = {
  definition: complaints,
  verbOf: verbKey,
  toneOf: ({ action }) => TONES[action] ?? 'mute',
  changesOf: visibleChanges,
  nobodyOf: (line) => (isByItself(line) ? 'The system' : 'The customer'),
  labels: {
    rung: 'Escalation level',
    told_names: 'Notified',
    clock: 'Deadline of',
    deadline: 'Deadline',
    rule: 'Assigned by the rule',
  },
  tellsFirst: ({ changes }) => changes.rule !== undefined,
  draw: (line) => (isOfTwo(line) ? <OtherOne line={line} /> : undefined),
  drawValue: (name, value) => {
    if (name === 'rule') return ruleWords({ changes: { rule: [null, value] } })
    const clock = name === 'clock' && CLOCKS.find((one) => one.value === value)
    if (clock) return t(clock.label)
    return name === 'rating' ? <Stars n={Number(value)} /> : undefined
  },
}

function OtherOne({ line }: { line: ActivityLine }) {
  const other = otherOf(line)
  const kind = LINK_KINDS.find(({ value }) => value === line.changes.kind?.[1])
  if (!other) return null
  return (
    <p className={css.other}>
      {kind && t(kind.label)} <Link to={`/complaints/view/${other.id}`}>{other.number}</Link>
    </p>
  )
}
