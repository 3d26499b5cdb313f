import { Button } from '@mantine/core'
import { choice, ref } from '../../shared/fields.ts'
import { formatMoment, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import { Gallery } from '../../web/fields/files/gallery.tsx'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import { useMay, useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import type { Line } from './lines.web.ts'
import css from './task-rounds.module.css'
import { ROUND_STAGES, taskRounds } from './task-rounds.ts'

const STAGE = choice('Stage', ROUND_STAGES)
const THUMB = 40

interface StoresProps {
  round: number
  lines: readonly Line[]
  onChange: () => void
}

/** A row a store: who does it, how far it is, and what was photographed and noted. */
export function RoundStores({ round, lines, onChange }: StoresProps) {
  if (lines.length === 0) return <p className={css.quiet}>{t('No store stands here.')}</p>
  return (
    <ul className={css.stores}>
      {lines.map((line) => (
        <StoreLine key={line.store.id} round={round} line={line} onChange={onChange} />
      ))}
    </ul>
  )
}

function StoreLine({ round, line, onChange }: { round: number; line: Line; onChange: () => void }) {
  const may = useMay()
  return (
    <li>
      <span className={css.store}>
        {line.task === null ? (
          <b>{titleOf(line)}</b>
        ) : (
          <Link to={`/task-management/view/${line.task}`}>{titleOf(line)}</Link>
        )}
        <small>{line.person?.name ?? ''}</small>
      </span>
      <span className={css.stage}>
        <ChoiceMark field={STAGE} value={line.stage} />
        {line.is_late ? <span className={css.late}>{t('Late')}</span> : null}
        {line.was_late ? <span className={css.wasLate}>{t('Done late')}</span> : null}
        <small>{whenOf(line, useSession().time_zone)}</small>
      </span>
      {line.items > 0 ? <Share line={line} /> : <span />}
      <span className={css.found}>
        {line.notes.map((note) => (
          <span key={note.item} className={css.note} data-out={note.is_out || undefined} title={note.title}>
            {formatNumber(note.number, currentLanguage(), 2)} {note.unit ?? ''}
            {note.is_out ? <span className="visually-hidden"> {t('Out of range')}</span> : null}
          </span>
        ))}
        {line.photos.length > 0 ? <Gallery files={line.photos.map(({ file }) => file)} size={THUMB} /> : null}
      </span>
      {line.stage === 'nobody' && may(taskRounds.permission, 'add') ? (
        <Button size="xs" variant="default" onClick={() => void give(round, line, onChange)}>
          {t('Give it to somebody')}
        </Button>
      ) : null}
      {line.stage === 'rejected' && line.reject_reason ? (
        <small className={css.reason}>{line.reject_reason}</small>
      ) : null}
    </li>
  )
}

const titleOf = ({ store }: Line): string => `${store.code} ${store.name}`

const Share = ({ line: { items, items_done } }: { line: Line }) => (
  <span className={css.share}>
    <progress value={items_done} max={items} aria-label={t('Items done')} />
    <span>{t('{{done}} of {{n}}', { done: items_done, n: items })}</span>
  </span>
)

function whenOf({ finished_at, seen_at, is_reminded }: Line, zone: string): string {
  if (finished_at) return formatMoment(finished_at, zone)
  if (is_reminded) return t('Reminded today')
  return seen_at ? t('Seen {{when}}', { when: formatMoment(seen_at, zone) }) : ''
}

const give = (round: number, { store }: Line, onChange: () => void) =>
  askFields({
    title: t('Who does it in {{store}}?', { store: store.name }),
    fields: { person: ref('Person', 'users', { required: true }) },
    submit: t('Give it to somebody'),
    onSubmit: async ({ person }) => {
      await post(`${taskRounds.wire}/${round}/give`, { store: store.id, person })
      onChange()
    },
  })
