import { IconArrowRight, IconStarFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ActivityLine } from '../../shared/api.ts'
import { type Field, shownAs } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { Cell, cellText } from '../../web/fields/cell.tsx'
import { useNamed } from '../../web/fields/names.ts'
import { Link } from '../../web/ui/link.tsx'
import { complaints } from './complaints.ts'
import { LINK_KINDS } from './links.ts'
import css from './timeline.module.css'

/** What happened, after who did it. */
const VERBS: Record<string, string> = {
  create: 'created the complaint',
  update: 'changed the complaint',
  start: 'started handling',
  complete: 'completed it',
  close: 'closed it',
  reopen: 'reopened it',
  trash: 'moved it to the trash',
  delete: 'moved it to the trash',
  restore: 'restored it',
  assign: 'handed it over',
  'assign-to': 'handed it over',
  extend: 'gave it more time',
  pause: 'waits for the customer',
  resume: 'went on handling',
  overdue: 'marked it as late',
  'approve cost': 'approved the cost',
  'reject cost': 'rejected the cost',
  rate: 'rated the handling',
  comment: 'commented',
  merge: 'merged it into another complaint',
  unmerge: 'undid the merge',
  absorb: 'merged another complaint into this one',
  release: 'took a merged complaint out again',
  link: 'linked another complaint',
  unlink: 'removed a link',
}
const TONES: Record<string, string> = {
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
/** Follow from the rest, and would only repeat it. */
const UNTOLD = [
  'state',
  'state_before',
  'deleted_at',
  'version',
  'search',
  'handle_date',
  'wait_minutes',
  'completed_at',
  'closed_at',
  'reopened_count',
  'solved_by',
  'issue_number',
  'source',
  'breached_at',
  'handle_breached_at',
  'law_breached_at',
  'handle_due_at',
  'law_due_at',
  'paused_at',
  'paused_due_at',
  'paused_work',
  'due_since',
  'due_round',
  'is_extended',
  'merged_into_id',
  'merged_at',
  'cost_asked_by',
  'cost_decided_by',
  'cost_decided_at',
]

const BY_ITSELF = ['close', 'overdue', 'remind', 'escalate', 'deadline']

export const toneOf = (line: ActivityLine): string => TONES[line.action] ?? 'mute'

/** Who did it: a person, the customer on the public pages, or the chain's own clock. */
export function actorOf(line: ActivityLine): string {
  if (line.actor) return line.actor.name
  return BY_ITSELF.includes(line.action) ? t('By itself') : t('The customer')
}

export const verbOf = (line: ActivityLine): string => t(VERBS[line.action] ?? 'changed the complaint')

/** What changed in this line, field by field, as far as it tells something new. */
export function Changes({ line }: { line: ActivityLine }) {
  if (line.action === 'create') return null
  if (OF_TWO.includes(line.action)) return <OtherOne line={line} />
  const told = Object.entries(line.changes).filter(
    ([name]) => !UNTOLD.includes(name) && !(line.action.endsWith(' cost') && name === 'cost_state'),
  )
  if (told.length === 0) return null
  return (
    <dl className={css.changes}>
      {told.map(([name, [before, after]]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            {name === 'rating' ? (
              <Stars n={Number(after)} />
            ) : (
              <Change field={fieldOf(name)} before={before} after={after} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Lines that tell of two complaints. */
const OF_TWO = ['merge', 'unmerge', 'absorb', 'release', 'link', 'unlink']

function OtherOne({ line }: { line: ActivityLine }) {
  const other = Object.values(line.changes)
    .map(([, after]) => after)
    .find(isNumbered)
  const kind = LINK_KINDS.find(({ value }) => value === line.changes.kind?.[1])
  if (!other) return null
  return (
    <p className={css.other}>
      {kind && t(kind.label)} <Link to={`/complaints/view/${other.id}`}>{other.number}</Link>
    </p>
  )
}

const isNumbered = (value: unknown): value is { id: number; number: string } =>
  typeof value === 'object' && value !== null && 'number' in value && 'id' in value

export const Stars = ({ n }: { n: number }) => (
  <span className={css.stars} role="img" aria-label={t('{{n}} of 5 stars', { n })}>
    {[1, 2, 3, 4, 5].map((at) => (
      <IconStarFilled key={at} size={15} data-lit={at <= n} aria-hidden />
    ))}
  </span>
)

function Change({ field, before, after }: { field: Field | undefined; before: unknown; after: unknown }) {
  const isLong = field !== undefined && ['longText', 'richText', 'files'].includes(shownAs(field))
  if (isLong && shownAs(field) !== 'longText') return t('Changed')
  const was = isLong ? null : drawn(field, before)
  return (
    <>
      {was && (
        <>
          <s>{was}</s>
          <IconArrowRight size={14} aria-label={t('becomes')} />
        </>
      )}
      <span className={isLong ? css.long : undefined}>{drawn(field, after) ?? t('nothing')}</span>
    </>
  )
}

/** A value of the log; the log keeps records by their number, so their names are looked up. */
function drawn(field: Field | undefined, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  if (field?.to) return <Names module={field.to} values={[value].flat()} />
  if (!field) return typeof value === 'object' ? null : String(value)
  return cellText(field, value) ?? <Cell field={field} value={value} />
}

const Names = ({ module, values }: { module: string; values: unknown[] }) =>
  useNamed(module, values)
    .map((one) => one.name)
    .join(', ')

const FIELDS: Record<string, Field> = complaints.fields
const fieldOf = (name: string): Field | undefined => FIELDS[name]
const labelOf = (name: string): string => t(FIELDS[name]?.label ?? (name === 'reason' ? 'Reason' : name))
