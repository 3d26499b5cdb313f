import { IconDoorEnter } from '@tabler/icons-react'
import { formatDay, formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import { nameOf } from '../../web/fields/values.ts'
import { NamedViews } from '../../web/screens/list/named-views.tsx'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import type { StepWays } from '../../web/screens/view/move.ts'
import { useMay, useSession } from '../../web/session.ts'
import { LinkButton } from '../../web/ui/link-button.tsx'
import { supplierStaffsChecking } from './supplier-staffs-checking.ts'

/** One line a row: of a visit the moments tell the day, of a plan its day and hours. */
const VISITS = ['person', 'supplier', 'store', 'receiving_date', 'left_at', 'bag_quantity', 'bags_out', 'status']
const PLANS = ['person', 'supplier', 'store', 'planned_on', 'planned_from', 'planned_until', 'status']
const ARE_PLANS = ['planned', 'no-show']
const OPEN_FILTERS = ['visit_on', 'store', 'supplier', 'status']

/** Every visit, or those that somebody has to look at. */
function Visits({ params }: PageParams) {
  const may = useMay()
  const view = supplierStaffsChecking.views.find((one) => one.path === params.view)
  return (
    <ListScreen
      definition={supplierStaffsChecking}
      view={view}
      tabs={<NamedViews definition={supplierStaffsChecking} />}
      openFilters={OPEN_FILTERS}
      brief={(row) => <Brief row={row} />}
      columns={view && ARE_PLANS.includes(view.path) ? PLANS : VISITS}
      toolbar={
        may(supplierStaffsChecking.permission, 'add') ? (
          <LinkButton to="/supplier-staffs-checkin" Sign={IconDoorEnter}>
            {t('Check-in')}
          </LinkButton>
        ) : null
      }
    />
  )
}

/** On a phone: of whom and where, from when to when or as planned. */
function Brief({ row }: { row: AnyRow }) {
  const { time_zone } = useSession()
  const clock = (at: unknown) => (typeof at === 'string' ? formatMoment(at, time_zone).slice(-5) : '')
  const came = clock(row.receiving_date)
  const times = came ? [came, clock(row.left_at)] : [row.planned_from, row.planned_until]
  return (
    <>
      <p>{nameOf(row.supplier)}</p>
      <ChoiceMark field={supplierStaffsChecking.fields.status} value={String(row.status)} />
      <small>
        {[formatDay(String(row.visit_on)), times.filter(Boolean).join(' – '), nameOf(row.store)]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  )
}

/** A badge that is still out is neither back nor lost before somebody says so. */
const RESOLVING: StepWays = { proposed: async () => ({ badge_state: null }) }

/** A visit; what its title says already, and what did not happen, is not said. */
const Visit = ({ params }: PageParams) => (
  <ViewScreen
    definition={supplierStaffsChecking}
    id={params.id ?? ''}
    ways={RESOLVING}
    hidden={(row) => [
      ...['status', 'weekday', 'hour', 'closes_at'],
      ...(nameOf(row.staff) === row.person ? ['person'] : []),
      ...['is_sent_later', 'is_overstay'].filter((name) => !row[name]),
    ]}
  />
)

export default { pages: { '': Visits, 'view/$id': Visit } } satisfies ModuleWeb
