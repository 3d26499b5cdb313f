import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { formatMoment, formatNumber, wallClock } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { PERIOD_DAYS_MOST, type Statistics } from '../../shared/statistics.ts'
import { plusDays } from '../../shared/time/spans.ts'
import { get } from '../../web/api.ts'
import { nameOf } from '../../web/fields/values.ts'
import { openedFrom, openingAddress } from '../../web/screens/form/prefill.ts'
import { ListScreen } from '../../web/screens/list/list.tsx'
import { midSentence } from '../../web/screens/mid-sentence.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import { FlowRowButtons } from '../../web/screens/view/flow-buttons.tsx'
import { useMay, useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import css from './orders.module.css'
import { orders } from './orders.ts'

const VIEW = { path: 'get-failed-order', label: 'Failed orders', filter: { status: 'failed' } } as const
const COLUMNS = ['code', 'customer_name', 'store', 'failure_reason', 'failed_by', 'failed_at', 'retries']
const FILTERS = ['failure_reason', 'store', 'shipping_unit', 'failed_at']
const BY = [
  { name: 'failure_reason', label: 'By reason' },
  { name: 'store', label: 'By stores' },
  { name: 'shipping_unit', label: 'By shipping unit' },
] as const
/** As many as orders.module.css keeps room for. */
const MOST = 5
const TWO_BUTTONS = 92

/** What failed and why, to be tried again, or to become what comes of it. */
export default function FailedOrders() {
  const may = useMay()
  return (
    <ListScreen
      definition={orders}
      view={VIEW}
      title={t(VIEW.label)}
      tabs={may(orders.permission, 'report') ? <FailedFigures /> : null}
      openFilters={FILTERS}
      columns={COLUMNS}
      actionsWidth={TWO_BUTTONS}
      insteadOfCreate={null}
      brief={(row) => <Brief row={row} />}
      rowActions={(row) => (
        <span className={css.becomes}>
          <FlowRowButtons definition={orders} row={row} />
          <Becomes row={row} />
        </span>
      )}
    />
  )
}

/** On a phone: why, and whose it is; since when, where, and how often it was tried. */
function Brief({ row }: { row: AnyRow }) {
  const { time_zone, role } = useSession()
  const retries = Number(row.retries)
  return (
    <>
      <p>{[nameOf(row.failure_reason), row.customer_name].filter(Boolean).join(' · ')}</p>
      <small>
        {[
          typeof row.failed_at === 'string' && formatMoment(row.failed_at, time_zone),
          role.scope !== 'store' && nameOf(row.store),
          retries > 0 && t('{{n}} tries', { n: retries }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  )
}

/** What may come of an order, prefilled with what it says and linked with it. */
function Becomes({ row }: { row: AnyRow }) {
  const may = useMay()
  const ways = openedFrom(orders.name).filter(({ definition }) => may(definition.permission, 'add'))
  if (ways.length === 0) return null
  const name = t('What comes of order {{code}}', { code: String(row.code) })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={name} title={name}>
          <IconDotsVertical size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map((way) => (
          <Menu.Item key={way.definition.name} component={Link} to={openingAddress(way, row.id)}>
            {t('New {{one}}', { one: midSentence(way.definition.one) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** How many failed by reason, store and shipping unit; each number narrows the list. */
function FailedFigures() {
  const { role } = useSession()
  // Who sees one store only has nothing to compare.
  const shown = BY.filter(({ name }) => name !== 'store' || role.scope !== 'store')
  return (
    <div className={css.three}>
      {shown.map((one) => (
        <FailedBy key={one.name} {...one} />
      ))}
    </div>
  )
}

function FailedBy({ name, label }: (typeof BY)[number]) {
  const { time_zone } = useSession()
  const to = wallClock(new Date(), time_zone).day
  const from = plusDays(to, 1 - PERIOD_DAYS_MOST)
  const found = useQuery({
    queryKey: [orders.wire, 'list', 'failed by', name],
    queryFn: () =>
      get<Statistics>(
        `${orders.wire}/statistics`,
        { by: name, from, to, compare: 'none', status: 'failed' },
        { quiet: true },
      ),
  })
  const rows = (found.data?.rows ?? [])
    .map(({ key, label: called, values }) => ({ key, called, n: values.failed ?? 0 }))
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => b.n - a.n)
  const most = rows[0]?.n ?? 1
  return (
    <section className={css.figures} aria-label={t(label)}>
      <h2>{t(label)}</h2>
      {found.data && rows.length === 0 ? <p className={css.quiet}>{t('Nothing failed.')}</p> : null}
      <ul className={css.bars}>
        {rows.slice(0, MOST).map(({ key, called, n }) => (
          <li key={key}>
            <Link to={`/orders/get-failed-order?${name}=${key}`} title={called}>
              <span>{called}</span>
              <b>{formatNumber(n, currentLanguage())}</b>
              <i aria-hidden="true" style={{ '--share': `${(100 * n) / most}%` } as CSSProperties} />
            </Link>
          </li>
        ))}
      </ul>
      {rows.length > MOST ? (
        <Link to={`/orders/statistics?by=${name}&figure=failed&status=failed`} className={css.quiet}>
          {t('Show all')}
        </Link>
      ) : null}
    </section>
  )
}
