import { useEffect, useRef } from 'react'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { tell } from '../../shared/message.ts'
import { useSession } from '../../web/session.ts'
import { Face } from '../../web/ui/avatar.tsx'
import { STANDINGS } from '../supplier-staffs/standing.ts'
import type { Candidate, Expected, InsideNow } from '../supplier-staffs-checking/desk.ts'
import css from './desk.module.css'
import type { Waiting } from './use-desk.web.ts'

type Choose = (staff: number) => unknown

interface InsideProps {
  inside: readonly InsideNow[]
  waiting: readonly Waiting[]
  onChoose: (one: InsideNow) => unknown
}

/** Everybody in the store, those who stay too long first; and who came or went without a line, until it is back. */
export function Inside({ inside, waiting, onChoose }: InsideProps) {
  const { time_zone } = useSession()
  const rows = inside
    .filter((one) => !waiting.some(({ staff }) => staff === one.staff))
    .toSorted((a, b) => Number(b.isOver) - Number(a.isOver))
  const n = rows.length + waiting.filter(({ isIn }) => isIn).length
  return (
    <section className={css.list} aria-label={t('Inside now')}>
      <h2>
        {t('Inside now')} <span>{n}</span>
      </h2>
      {n === 0 ? <p className={css.small}>{t('Nobody is inside.')}</p> : null}
      <ul>
        {rows.map((one) => (
          <li key={one.id}>
            <button type="button" data-over={one.isOver || undefined} onClick={() => void onChoose(one)}>
              <strong>{one.person}</strong>
              <time dateTime={one.receiving_date}>{formatMoment(one.receiving_date, time_zone).slice(-5)}</time>
              <span>
                {[
                  one.supplier,
                  t('Bags: {{n}}', { n: one.bag_quantity ?? 0 }),
                  ...(one.badge ? [t('Badge {{badge}}', { badge: one.badge })] : []),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {one.isOver ? <em>{t('Beyond closing')}</em> : null}
            </button>
          </li>
        ))}
        {waiting.map(({ key, label }) => (
          <li key={key} className={css.waiting}>
            <strong>{tell(label)}</strong>
            <span>{t('Kept on this device')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function ExpectedToday({ expected, onChoose }: { expected: readonly Expected[]; onChoose: Choose }) {
  if (expected.length === 0) return null
  return (
    <section className={css.list} aria-label={t('Expected today')}>
      <h2>
        {t('Expected today')} <span>{expected.length}</span>
      </h2>
      <ul>
        {expected.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => void onChoose(one.staff)}>
              <strong>{one.person}</strong>
              <time>{[one.from, one.until].filter(Boolean).join('–')}</time>
              <span>{one.supplier}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Several people are meant: a digit, or the arrow keys and Enter, chooses. */
export function Candidates({ candidates, onChoose }: { candidates: readonly Candidate[]; onChoose: Choose }) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <section className={css.panel} data-state="several" aria-label={t('Who is it?')}>
      <h2>{t('Who is it?')}</h2>
      <ol ref={list} className={css.candidates}>
        {candidates.map((one, at) => (
          <li key={one.id}>
            <button
              type="button"
              onKeyDown={(event) => {
                const chosen = candidates[Number(event.key) - 1]
                if (chosen) void onChoose(chosen.id)
              }}
              onClick={() => void onChoose(one.id)}
            >
              <kbd>{at + 1}</kbd>
              <Face name={one.full_name} avatar={one.photo} size={56} />
              <span>
                <strong>{one.full_name}</strong>
                <span>{[one.supplier, one.department_group, one.phone].filter(Boolean).join(' · ')}</span>
                {one.standing === 'valid' || one.standing === 'ending' ? null : (
                  <em>{t(STANDINGS.find(({ value }) => value === one.standing)?.label ?? '')}</em>
                )}
                {one.isOfStore ? null : <em>{t('Not for this store')}</em>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
