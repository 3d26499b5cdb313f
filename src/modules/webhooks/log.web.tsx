import { Button } from '@mantine/core'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '../../shared/api.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get, post } from '../../web/api.ts'
import { client } from '../../web/query.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import { useMay, useSession } from '../../web/session.ts'
import { ScrolledText } from '../../web/ui/scrolled-text.tsx'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonRows } from '../../web/ui/states.tsx'
import type { Delivery } from './delivery.ts'
import css from './webhooks.module.css'
import { webhooks } from './webhooks.ts'

const SHOWN = 20
const REFRESH_MS = 4000

export const logKey = (id: number): readonly unknown[] => [webhooks.wire, 'deliveries', id]

const TROUBLES: Record<NonNullable<Delivery['trouble']>, string> = {
  forbidden: 'The address leads inside a network',
  unreachable: 'Nobody could be reached',
  'too slow': 'No answer within ten seconds',
}

/** What was told, the newest first, each with its answer. */
export function DeliveryLog({ row }: { row: AnyRow }) {
  const [many, setMany] = useState(SHOWN)
  const found = useQuery({
    queryKey: [...logKey(row.id), many],
    queryFn: () => get<Page<Delivery>>(`webhook/${row.id}/deliveries`, { perpage: many }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  const { data = [], total = 0 } = found.data ?? {}
  return (
    <section className={css.sheet} aria-label={t('Log')}>
      <h2 className={css.logHead}>
        {t('Log')}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          // What is on its way comes: pressed again and again on a slow line it would never.
          onClick={() => void found.refetch({ cancelRefetch: false })}
        >
          {t('Refresh')}
        </Button>
      </h2>
      {found.isError ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {found.isPending ? <SkeletonRows rows={3} /> : null}
      {found.data && data.length === 0 ? <p className={css.none}>{t('Nothing was told yet. Send a test.')}</p> : null}
      <ul className={css.log}>
        {data.map((one) => (
          <Line key={one.id} one={one} hook={row.id} />
        ))}
      </ul>
      {total > data.length ? (
        <Button variant="default" size="xs" onClick={() => setMany(Math.min(1000, many * 5))}>
          {t('Show more')}
        </Button>
      ) : null}
    </section>
  )
}

function Line({ one, hook }: { one: Delivery; hook: number }) {
  const may = useMay()
  const { time_zone } = useSession()
  return (
    <li data-state={one.state}>
      <details>
        <summary>
          <code>{one.event}</code>
          <span className={css.outcome}>{outcomeOf(one)}</span>
          <small>{formatMoment(one.tried_at ?? one.created_at, time_zone)}</small>
        </summary>
        <dl className={css.facts}>
          <dt>{t('Request')}</dt>
          <dd>
            <small>{`webhook-id: ${one.message} · ${t('{{n}} tries', { n: one.tries })}`}</small>
            <ScrolledText text={pretty(one.body)} />
          </dd>
          {one.status === null ? null : (
            <>
              <dt>{t('Answer')}</dt>
              <dd>
                <small>{`HTTP ${one.status} · ${one.ms} ms`}</small>
                {one.answer ? <ScrolledText text={one.answer} /> : null}
              </dd>
            </>
          )}
          {one.state === 'waiting' && one.tries > 0 ? (
            <>
              <dt>{t('Next try')}</dt>
              <dd>{formatMoment(one.next_at, time_zone)}</dd>
            </>
          ) : null}
        </dl>
      </details>
      {may('system', 'edit') ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSend size={14} aria-hidden />}
          aria-label={t('Send {{event}} again', { event: `${one.event} ${one.message}` })}
          onClick={() => void again(hook, one.id)}
        >
          {t('Send again')}
        </Button>
      ) : null}
    </li>
  )
}

function outcomeOf({ state, status, trouble, tries }: Delivery): string {
  if (state === 'delivered') return t('Delivered ({{status}})', { status: status ?? '' })
  const why = status === null ? (trouble ? t(TROUBLES[trouble]) : '') : t('Answered with {{status}}', { status })
  if (state === 'failed') return `${t('Given up')}: ${why}`
  return tries === 0 ? t('Waiting to be sent') : `${t('Is tried again')}: ${why}`
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

async function again(hook: number, delivery: number): Promise<void> {
  try {
    await post(`webhook/${hook}/deliveries/${delivery}/again`)
    snackbar(t('It is sent again'), { variant: 'alert', colour: 'ok' })
  } catch (error) {
    sayFailure(error)
  }
  await client.invalidateQueries({ queryKey: logKey(hook) })
}
