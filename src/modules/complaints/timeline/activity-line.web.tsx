import { IconArrowRight, IconStarFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ActivityLine } from '../../../shared/api.ts'
import { type Field, shownAs } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import css from '../../../web/discussion/timeline.module.css'
import { Cell, cellText } from '../../../web/fields/cell.tsx'
import { useNamed } from '../../../web/fields/names.ts'
import { Link } from '../../../web/ui/link.tsx'
import { complaints } from '../complaints.ts'
import { LINK_KINDS } from '../related/links.ts'
import { isByItself, isOfTwo, otherOf, verbKey, visibleChanges } from './activity-text.ts'

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
export const toneOf = (line: ActivityLine): string => TONES[line.action] ?? 'mute'

/** Who did it: a person, the customer on the public pages, or the chain's own clock. */
export function actorOf(line: ActivityLine): string {
  if (line.actor) return line.actor.name
  return t(isByItself(line) ? 'The system' : 'The customer')
}

export const verbOf = (line: ActivityLine): string => t(verbKey(line))

/** What changed in this line, field by field, as far as it tells something new. */
export function Changes({ line }: { line: ActivityLine }) {
  if (line.action === 'create') return null
  if (isOfTwo(line)) return <OtherOne line={line} />
  const changes = visibleChanges(line)
  if (changes.length === 0) return null
  return (
    <dl className={css.changes}>
      {changes.map(([name, [before, after]]) => (
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
const LABELS: Record<string, string> = {
  reason: 'Reason',
  rung: 'Escalation level',
  told_names: 'Notified',
  deadline: 'Deadline',
}
const labelOf = (name: string): string => t(FIELDS[name]?.label ?? LABELS[name] ?? name)
