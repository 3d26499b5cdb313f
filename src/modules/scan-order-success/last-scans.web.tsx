import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatDay, formatNumber, wallClock } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Act } from '../../web/acts/act.ts'
import { useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { type LastScan, type ScanDesk, UNDO_SECONDS } from '../orders/scan.ts'
import css from './scan.module.css'
import type { KeptScan } from './use-order-desk.web.ts'

/** How many this hour and today, those that wait on this device among them, and the pace. */
export function Pace({ desk: { hour, today, pace }, kept }: { desk: ScanDesk; kept: number }) {
  const number = (value: number, digits = 0) => formatNumber(value, currentLanguage(), digits)
  const tiles = [
    [t('This hour'), number(hour + kept)],
    [t('Today'), number(today + kept)],
    [t('A minute'), pace === null ? '–' : number(pace, 1)],
  ]
  return (
    <dl className={css.pace} aria-label={t('What I have scanned')}>
      {tiles.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface LastProps {
  last: readonly LastScan[]
  kept: readonly KeptScan[]
  onUndo: (code: string, act?: Act) => Promise<void>
}

const SHOWN = 10

/** The last ten, the newest first; only that one can be taken back, while its minute lasts. */
export function LastScans({ last, kept, onUndo }: LastProps) {
  const { time_zone } = useSession()
  const today = wallClock(new Date(), time_zone).day
  const when = (at: string) => {
    const { day, time } = wallClock(at, time_zone)
    return day === today ? time : `${formatDay(day).slice(0, 5)} ${time}`
  }
  const [newest] = last
  const isFresh = useFresh(newest?.isUndoable ? newest.at : undefined)
  return (
    <section className={css.last} aria-labelledby="last-scans">
      <h2 id="last-scans">{t('The last ten')}</h2>
      {last.length + kept.length === 0 ? <p>{t('Nothing is scanned yet.')}</p> : null}
      <ul>
        {kept.slice(0, SHOWN).map(({ code, at, act }) => (
          <li key={act.key} data-kept>
            <strong>{code}</strong>
            <time dateTime={at}>{when(at)}</time>
            <em>{t('Kept on this device')}</em>
            <Undo code={code} onUndo={() => onUndo(code, act)} />
          </li>
        ))}
        {last.slice(0, Math.max(0, SHOWN - kept.length)).map(({ id, code, order, at }, index) => (
          <li key={`${id} ${code}`}>
            <Link to={`/orders/view/${id}`}>{order}</Link>
            <time dateTime={at}>{when(at)}</time>
            <em>{code === order.toUpperCase() ? '' : code}</em>
            {index === 0 && kept.length === 0 && isFresh ? <Undo code={code} onUndo={() => onUndo(code)} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Undo({ code, onUndo }: { code: string; onUndo: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await onUndo()
    setBusy(false)
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isBusy}
      aria-label={t('Take back the scan of {{code}}', { code })}
      leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
      onClick={() => void press()}
    >
      {t('Undo')}
    </Button>
  )
}

/** Whether the minute still lasts; nothing asks the server for it. */
function useFresh(at: string | undefined): boolean {
  const [gone, setGone] = useState<string>()
  useEffect(() => {
    if (!at) return
    const left = new Date(at).getTime() + UNDO_SECONDS * 1000 - Date.now()
    const timer = window.setTimeout(() => setGone(at), Math.max(0, left))
    return () => window.clearTimeout(timer)
  }, [at])
  return at !== undefined && gone !== at
}
