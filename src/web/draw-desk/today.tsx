import { lazy, Suspense, useState } from 'react'
import { leastOf } from '../../shared/draws/conditions.ts'
import type { DeskEvent, DeskGift } from '../../shared/draws/desk.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import css from './desk.module.css'

const WaitingDialog = lazy(() => import('./waiting.tsx'))

interface TodayProps {
  event: DeskEvent
  logs: Definition
  store: number
  /** Opens the bill of a gift that waits. */
  onOpen: (bill: string) => void
}

const number = (value: number, digits = 0): string => formatNumber(value, currentLanguage(), digits)

/** The day so far at this desk's store, and what there is to win. */
export function Today({ event, logs, store, onOpen }: TodayProps) {
  const [isOpen, setOpen] = useState(false)
  const { draws, handed_out, waiting } = event.today
  return (
    <section className={css.today} aria-label={t('Today at this store')}>
      <dl className={css.counts}>
        <div>
          <dt>{t('Draws today')}</dt>
          <dd>{number(draws)}</dd>
        </div>
        <div>
          <dt>{t('Handed out today')}</dt>
          <dd>{number(handed_out)}</dd>
        </div>
        <div data-waits={waiting > 0 || undefined}>
          <dt>{t('Still to hand out')}</dt>
          <dd>
            {waiting > 0 ? (
              <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
                {number(waiting)}
              </button>
            ) : (
              number(waiting)
            )}
          </dd>
        </div>
      </dl>
      <ul className={css.gifts} aria-label={t('Gifts')}>
        {event.gifts.map((gift) => (
          <li key={gift.id} data-out={!gift.is_left || undefined}>
            <i style={{ background: gift.colour }} aria-hidden="true" />
            <span>{gift.name}</span>
            <small>{`${number(gift.chance, 4)}%`}</small>
            <em>{leftWords(gift)}</em>
            <Least words={leastOf(gift, event)} />
          </li>
        ))}
        {event.rest > 0 ? (
          <li>
            <i aria-hidden="true" />
            <span>{t('No gift')}</span>
            <small>{`${number(event.rest, 4)}%`}</small>
            <em />
          </li>
        ) : null}
      </ul>
      {isOpen ? (
        <Suspense>
          <WaitingDialog
            {...{ event, logs, store }}
            onClose={() => setOpen(false)}
            onOpen={(bill) => {
              setOpen(false)
              onOpen(bill)
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

const Least = ({ words }: { words: string | null }) => (words ? <b>{words}</b> : null)

const leftWords = ({ left, is_left }: DeskGift): string =>
  !is_left ? (left === 0 ? t('None left') : t('Bill too small')) : left === null ? '' : t('{{n}} left', { n: left })
