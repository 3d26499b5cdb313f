import { IconArrowRight, IconStarFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ActivityLine } from '../../shared/api.ts'
import { type Field, shownAs, type Tone } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { Cell, cellText } from '../fields/cell.tsx'
import { useNamed } from '../fields/names.ts'
import css from './story.module.css'

/** How the lines of a history are told, by its module. */
export interface StoryWords {
  definition: Definition
  /** A catalog key that goes on after who did it. */
  verbOf: (line: ActivityLine) => string
  toneOf: (line: ActivityLine) => Tone
  /** What of its changes tells something new. */
  changesOf: (line: ActivityLine) => [string, [unknown, unknown]][]
  /** Who did it where no person did; the chain's own clock unless said. */
  nobodyOf?: (line: ActivityLine) => string
  /** Of what stands in the log and is no field. */
  labels?: Readonly<Record<string, string>>
  /** Whether the line of its making tells more than that. */
  tellsFirst?: (line: ActivityLine) => boolean
  /** What a line tells instead of its changes. */
  draw?: (line: ActivityLine) => ReactNode
  /** How a value is drawn otherwise than its field. */
  drawValue?: (name: string, value: unknown) => ReactNode
}

/** Who did it: a person, or whoever it is otherwise. */
export const actorOf = (words: StoryWords, line: ActivityLine): string =>
  line.actor?.name ?? t(words.nobodyOf?.(line) ?? 'The system')

/** What changed in this line, field by field, as far as it tells something new. */
export function Changes({ line, words }: { line: ActivityLine; words: StoryWords }) {
  if (line.action === 'create' && !words.tellsFirst?.(line)) return null
  const drawn = words.draw?.(line)
  if (drawn !== undefined) return drawn
  const changes = words.changesOf(line)
  if (changes.length === 0) return null
  return (
    <dl className={css.changes}>
      {changes.map(([name, [before, after]]) => (
        <div key={name}>
          <dt>{labelOf(words, name)}</dt>
          <dd>
            {words.drawValue?.(name, after) ?? (
              <Change field={words.definition.fields[name]} before={before} after={after} />
            )}
          </dd>
        </div>
      ))}
    </dl>
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

const LABELS: Readonly<Record<string, string>> = { reason: 'Reason' }
const labelOf = ({ definition, labels }: StoryWords, name: string): string =>
  t(definition.fields[name]?.label ?? labels?.[name] ?? LABELS[name] ?? name)
