import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { DrawnGift, DrawResult } from '../../shared/draws/desk.ts'
import { formatMoment } from '../../shared/format.ts'
import { currentLanguage, tIn } from '../../shared/language.ts'
import { loadLanguage } from '../catalogs.ts'
import { useSession } from '../session.ts'
import { QrCode } from '../ui/codes/qr-code.tsx'
import css from './slip.module.css'

interface SlipProps {
  result: DrawResult
  gift: DrawnGift
  printsItself: boolean
}

/** What the customer takes home: an 80 mm receipt by which anybody can look the draw up. Vietnamese first, whatever the screen's language. */
export function Slip({ result, gift, printsItself }: SlipProps) {
  const { time_zone } = useSession()
  const words = useQuery({
    queryKey: ['languages', 'slip'],
    queryFn: () => loadLanguage('vi').then(() => true),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (printsItself && words.data) window.print()
  }, [printsItself, words.data])
  const address = `${location.origin}/fairness/${result.event.code}`
  const own = currentLanguage()
  const said = (text: string) => (own === 'vi' ? tIn('vi', text) : `${tIn('vi', text)} · ${tIn(own, text)}`)
  if (!words.data) return null
  const facts: [string, string][] = [
    [said('Store'), `${result.store.code} · ${result.store.name}`],
    [said('Bill'), maskedBill(result.bill_number)],
    [said('Time'), formatMoment(result.drawn_at, time_zone)],
    [said('Draw number'), String(result.n)],
    [said('Code'), result.code.replace(/(.{4})(?=.)/g, '$1 ')],
  ]
  return createPortal(
    <article className={css.slip} lang="vi">
      <h2>{result.event.name}</h2>
      <p>{said('You have won')}</p>
      <p className={css.gift}>{gift.name}</p>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={css.code}>
        <QrCode text={address} label={address} />
      </div>
      <p>{said('After the event anybody can check here that every draw was fair.')}</p>
      <p className={css.address}>{address.replace(/^https?:\/\//, '')}</p>
    </article>,
    document.body,
  )
}

const TAIL = 4

/** Enough to know one's own bill by, and too little for anybody else. */
const maskedBill = (number: string): string =>
  number.length > TAIL ? `${'•'.repeat(Math.min(6, number.length - TAIL))}${number.slice(-TAIL)}` : number
