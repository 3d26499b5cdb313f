import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import type { ActivityLine } from '../../shared/api.ts'
import { type Kind, shownAs } from '../../shared/fields.ts'
import { formatDay, formatNumber, wallClock } from '../../shared/format.ts'
import { behindName, currentLanguage, t } from '../../shared/language.ts'
import { may, type Permissions } from '../../shared/users/permissions.ts'
import { Cell, FileCount, isFigure } from '../../web/fields/cell.tsx'
import { useNamed } from '../../web/fields/names.ts'
import { cellsOf, differences, FLAG_LABELS, grantGroups } from '../../web/grants/grants.ts'
import { KEPT } from '../../web/screens/columns/columns.ts'
import { say } from '../../web/screens/view/history-words.ts'
import { useSession } from '../../web/session.ts'
import { Face } from '../../web/ui/avatar.tsx'
import { Link } from '../../web/ui/link.tsx'
import css from './audit.module.css'
import { actLabel, pageOf, resourceLabel, sentenceCase, sentenceOf } from './audit.ts'
import { type About, fieldOf, isSaid } from './told.ts'

/** Acts that only people outside take. */
const BY_CUSTOMERS = ['create', 'rate', 'comment']

/** One thing that happened, as a sentence; what it changed unfolds below. */
export function AuditLine({ line }: { line: ActivityLine }) {
  const { time_zone } = useSession()
  const [isOpen, setOpen] = useState(false)
  const changes = changesOf(line)
  const who = whoOf(line)
  const id = `changes-${line.id}`
  return (
    <li className={css.line}>
      <Face name={who} size={28} />
      <div className={css.words}>
        <p>
          <Sentence line={line} who={who} />
        </p>
        <p className={css.meta}>
          <time dateTime={line.at}>{wallClock(line.at, time_zone).time}</time>
          {line.address && <span>{line.address}</span>}
          {changes.length > 0 && (
            <button
              type="button"
              className={css.more}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronRight size={14} aria-hidden />
              {t('{{n}} changes', { n: changes.length })}
            </button>
          )}
        </p>
        <div id={id} hidden={!isOpen}>
          {isOpen && <Changes line={line} changes={changes} />}
        </div>
      </div>
    </li>
  )
}

const whoOf = (line: ActivityLine): string => {
  if (line.actor) return line.actor.name
  const isCustomer =
    (line.resource.startsWith('complaint') && BY_CUSTOMERS.includes(line.action)) ||
    (line.action === 'create' && line.address !== null)
  return isCustomer ? t('A customer') : t('The system')
}

/** A comment is read where it was made, and how a list looks on the list; their lines only point there. */
const POINTERS = ['comment', 'list choices']
const changesOf = (line: ActivityLine): [string, unknown][] =>
  POINTERS.includes(line.action)
    ? []
    : Object.entries(line.changes ?? {}).filter(([name, change]) => change !== null && isSaid(line, name))

const MARK = '\u0000'
const MARKED = Object.fromEntries(
  ['who', 'what', 'title', 'action', 'n'].map((name) => [name, `${MARK}${name}${MARK}`]),
)

/** A label amid a sentence; what is written in capitals keeps them. */
const withinSentence = (label: string) => label.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLocaleLowerCase())

/** Which act on how many records a line tells of. */
const manyOf = ({ changes }: ActivityLine): { act: string; n: number } => {
  const [act, n] = [changes?.act, changes?.done].map((change) => (Array.isArray(change) ? change[1] : change))
  return { act: String(act ?? ''), n: Number(n ?? 0) }
}

/** The sentence in the reader's word order, with the names in it set apart. */
function Sentence({ line, who }: { line: ActivityLine; who: string }) {
  const page = pageOf(line.resource, line.record_id)
  const title = useTitle(line)
  const parts = t(sentenceOf(line.action), MARKED).split(MARK)
  const many = line.action === 'bulk' ? manyOf(line) : null
  const what = t(resourceLabel(line.resource, many !== null && many.n !== 1))
  const gaps: Record<string, ReactNode> = {
    who: <strong>{who}</strong>,
    what: parts[0] === '' && parts[1] === 'what' ? what : withinSentence(what),
    title: title && (page ? <Link to={page}>{title}</Link> : <em>{title}</em>),
    action: t(actLabel(many?.act ?? line.action)),
    n: many && formatNumber(many.n, currentLanguage()),
  }
  // Every second part is the name of a gap.
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
    <Fragment key={at}>{at % 2 === 1 ? gaps[part] : parts[at - 1] === 'who' ? behindName(who, part) : part}</Fragment>
  ))
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A session is told by its person, what is done each day by the day; anything else by the name it had. */
function useTitle(line: ActivityLine): string {
  const isSession = line.resource === 'sessions'
  const [person] = useNamed('users', isSession && line.record_id !== null ? [line.record_id] : [])
  if (line.record_title) return DAY.test(line.record_title) ? formatDay(line.record_title) : line.record_title
  if (isSession) return person?.name ?? t('an unknown e-mail')
  return line.record_id === null ? '' : `#${line.record_id}`
}

function Changes({ line, changes }: { line: ActivityLine; changes: [string, unknown][] }) {
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{t('Before')}</th>
          <th scope="col">{t('After')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(([name, change]) => {
          const [before, after] = Array.isArray(change) ? change : [null, change]
          return (
            <tr key={name}>
              <th scope="row">{labelOf(line, name)}</th>
              {name === 'permissions' ? (
                <td colSpan={2}>
                  <Rights before={before ?? {}} after={after ?? {}} />
                </td>
              ) : (
                [before, after].map((value, at) => (
                  <td key={at === 0 ? 'before' : 'after'}>
                    <Value about={line} name={name} value={value} />
                  </td>
                ))
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** What a role was given and what was taken from it, a line for each screen. */
function Rights({ before, after }: { before: Permissions; after: Permissions }) {
  const rows = grantGroups().flatMap((group) => group.rows)
  return rows.map((row) => {
    const changed = differences(before, after, cellsOf([row]))
    if (changed.length === 0) return null
    const said = changed.map(
      ([identifier, flag]) => `${may(after, identifier, flag) ? '+' : '−'} ${t(FLAG_LABELS[flag])}`,
    )
    return <div key={row.identifier}>{`${t(row.label)}: ${said.join(', ')}`}</div>
  })
}

/** More than words. */
const DRAWN: readonly Kind[] = ['address', 'lines', 'richText', 'signature']

interface Said {
  about: About
  name: string
  value: unknown
}

function Value({ about, name, value }: Said) {
  const { time_zone } = useSession()
  const field = fieldOf(about, name)
  const kind = field && shownAs(field)
  const isRef = kind === 'ref' || kind === 'refs'
  const named = useNamed(field?.to, isRef && value !== null && value !== undefined ? [value].flat() : [])
  if (value === null || value === undefined || value === '') return <span className={css.none}>–</span>
  if (isRef) return named.map((one) => one.name).join(', ')
  if (name === 'columns')
    return String(value)
      .split(', ')
      .map((column) => labelOf(about, column))
      .join(', ')
  if (name === 'looked at') return t(String(value))
  if (name === 'conflict') return conflictSaid(about, value, time_zone)
  if (kind === 'files') return <FileCount n={[value].flat().length} />
  if (field && kind && DRAWN.includes(kind)) return <Cell field={field} value={value} />
  return (field && say(field, value, time_zone)) || <code>{JSON.stringify(value)}</code>
}

const labelOf = (about: About, name: string): string =>
  t((fieldOf(about, name) ?? KEPT[name])?.label ?? sentenceCase(name))

interface Differing {
  field: string
  ours: string | null
  theirs: string | null
}

/** What an order has here, and what was sent for it once it was out. */
const conflictSaid = (about: About, value: unknown, zone: string): string =>
  (value as Differing[]) // as the definition's own field has them
    .map(({ field: name, ours, theirs }) => {
      const field = fieldOf(about, name)
      const said = (words: string | null) =>
        (field && words && say(field, isFigure(field) ? Number(words) : words, zone)) || '–'
      return `${labelOf(about, name)}: ${said(ours)} → ${said(theirs)}`
    })
    .join('; ')
