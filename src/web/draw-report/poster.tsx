import { Button, SegmentedControl } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { createPortal } from 'react-dom'
import { conditionsOf, leastOf } from '../../shared/draws/conditions.ts'
import { grouped, type ShownEvent } from '../../shared/draws/published.ts'
import { formatMoment, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { get } from '../api.ts'
import { useRecord } from '../screens/view/use-record.ts'
import { useSession } from '../session.ts'
import { QrCode } from '../ui/codes/qr-code.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Failed, SkeletonLines } from '../ui/states.tsx'
import css from './poster.module.css'
import { CALLS } from './poster-words.ts'

const SIZES = ['A4', 'A3'] as const

/** The event's poster: what there is to win, and the seal that was there before the first draw. */
export default function EventPoster({ definition, id }: { definition: Definition; id: string | undefined }) {
  const { row, error, retry } = useRecord(definition, id)
  const [size, setSize] = useState<(typeof SIZES)[number]>('A4')
  const code = row && row.stage !== 'draft' ? String(row.code) : null
  const found = useQuery({
    queryKey: [definition.wire, 'list', 'poster', code],
    queryFn: () => get<ShownEvent>(`draws/${code}`),
    enabled: code !== null,
  })
  const told = found.data
  const colour = typeof row?.colour === 'string' ? row.colour : '#2f5fe0'
  return (
    <Page
      title={t('Poster')}
      crumbs={[
        { label: t(definition.label), to: `/${definition.name}` },
        { label: String(row?.name ?? '…'), to: `/${definition.name}/view/${id}` },
      ]}
      actions={
        <>
          <SegmentedControl aria-label={t('Paper')} value={size} onChange={setSize} data={[...SIZES]} />
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()} disabled={!told}>
            {t('Print')}
          </Button>
        </>
      }
    >
      {error && !row ? <Failed error={error} retry={retry} /> : null}
      {found.isError && !told ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {row?.stage === 'draft' ? (
        <Empty title={t('The poster is there once the event is released: it shows the seal of its plan.')} />
      ) : null}
      {code !== null && !told && !found.isError ? <SkeletonLines lines={12} /> : null}
      {told ? (
        <>
          <div className={css.preview}>
            <Sheet event={told} colour={colour} />
          </div>
          {createPortal(
            <div className={css.print} data-size={size}>
              <Sheet event={told} colour={colour} />
            </div>,
            document.body,
          )}
        </>
      ) : null}
    </Page>
  )
}

/** Gifts that a poster has room for, how many more there are being one. */
const GIFTS_MOST = 8
const [MANY, VERY_MANY] = [4, 6]

function Sheet({ event, colour }: { event: ShownEvent; colour: string }) {
  const { time_zone } = useSession()
  const address = `${location.origin}/gift-event/${event.code}`
  const seal = event.plans[0]
  const shown = event.gifts.slice(0, event.gifts.length > GIFTS_MOST ? GIFTS_MOST - 1 : GIFTS_MOST)
  const room = shown.length > VERY_MANY ? 'most' : shown.length > MANY ? 'many' : undefined
  const number = (value: number, digits = 0) => formatNumber(value, currentLanguage(), digits)
  return (
    <article className={css.sheet} style={{ '--band': colour, '--on-band': readableOn(colour) } as CSSProperties}>
      <header>
        <h2>{event.name}</h2>
        <p>
          {formatMoment(event.starts_at, time_zone)} – {formatMoment(event.ends_at, time_zone)}
        </p>
        <p className={css.stores}>
          {event.stores.length === 0 ? t('In all stores') : event.stores.map(({ name }) => name).join(' · ')}
        </p>
      </header>
      <ul className={css.conditions}>
        {conditionsOf(event).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ul className={css.gifts} data-many={room}>
        {shown.map(({ id, name, stock, chance, minimum_total, image }) => (
          <li key={id}>
            {image ? (
              <img src={`/api/file/${image}?follow=${encodeURIComponent(event.code)}`} alt="" />
            ) : (
              <i aria-hidden="true" />
            )}
            <div>
              <strong>{name}</strong>
              <span>
                {[
                  t('{{n}} pieces · chance {{chance}}%', { n: number(stock), chance: number(chance, 4) }),
                  leastOf({ minimum_total }, event),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
          </li>
        ))}
        {event.gifts.length > shown.length ? (
          <li>
            <i aria-hidden="true" />
            <strong>{t('and {{n}} more gifts', { n: event.gifts.length - shown.length })}</strong>
          </li>
        ) : null}
      </ul>
      <section className={css.proof}>
        <div className={css.qr}>
          <QrCode text={address} label={t('Code that leads to {{address}}', { address })} />
        </div>
        <div>
          {CALLS.map(({ lang, call }, at) => (
            <p key={lang} lang={lang} className={at === 0 ? css.call : css.also}>
              {call}
            </p>
          ))}
          {seal ? (
            <>
              <p className={css.sealed}>{t('Seal of chances, stock and secret number:')}</p>
              <p className={css.seal} translate="no">
                {grouped(seal.commitment).map((group, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be alike, and none ever moves
                  <span key={at}>{group}</span>
                ))}
              </p>
            </>
          ) : null}
        </div>
      </section>
      <footer>
        <span>{address.replace(/^https?:\/\//, '')}</span>
        {event.registration_number ? (
          <span>{t('Registered with the authority: {{number}}', { number: event.registration_number })}</span>
        ) : null}
      </footer>
    </article>
  )
}

/** Up to this luminance white is read better than black, and either at more than 4.5 to one. */
const WHITE_UP_TO = 0.179

/** White or black on a colour (the luminance of WCAG). */
function readableOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > WHITE_UP_TO ? '#000' : '#fff'
}
