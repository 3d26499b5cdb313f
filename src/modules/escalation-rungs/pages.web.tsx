import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { labelOf } from '../../web/fields/cell.tsx'
import { nameOf } from '../../web/fields/values.ts'
import type { ColumnWish } from '../../web/screens/columns/columns.ts'
import form from '../../web/screens/form/form.module.css'
import type { Form } from '../../web/screens/form/use-form.ts'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { FormScreen, ListScreen } from '../../web/screens/screens.ts'
import css from './escalation-rungs.module.css'
import { escalationRungs } from './escalation-rungs.ts'

type Told = Readonly<Record<string, unknown>>

/** When somebody is told, in words; nothing while that is not said yet. */
function whenSaid({ timing, amount }: Told): string | undefined {
  if (amount === null || amount === undefined || amount === '' || !Number.isFinite(Number(amount))) return undefined
  const n = Number(amount)
  const said = (number: number) => formatNumber(number, currentLanguage())
  if (timing === 'share' && n < 100) return t('{{n}}% of the time left', { n: said(100 - n) })
  if (timing === 'share' || n === 0) return t('At the deadline')
  return t('{{n}} working hours after the deadline', { n: said(n) })
}

const whoSaid = ({ told, role }: Told): string =>
  told === 'role' && role ? nameOf(role) : labelOf(escalationRungs.fields.told, String(told))

const DEADLINE = 60
const LATEST_HOURS = 16

/** Where on the line from the complaint to its deadline and past it, in percent of what is drawn. */
const placeOf = ({ timing, amount }: Told): number =>
  timing === 'share'
    ? (Math.min(Number(amount), 100) / 100) * DEADLINE
    : DEADLINE + (Math.min(Number(amount), LATEST_HOURS) / LATEST_HOURS) * (100 - DEADLINE)

const When = ({ row }: { row: AnyRow }) => (
  <span className={css.when}>
    <svg viewBox="0 0 112 16" width={112} height={16} aria-hidden="true">
      <path d="M6 8H66" />
      <path d="M66 8H106" data-late />
      <path d="M66 3V13" data-deadline />
      <circle cx={6 + placeOf(row)} cy={8} r={5} data-late={placeOf(row) >= DEADLINE || undefined} />
    </svg>
    {whenSaid(row)}
  </span>
)

const COLUMNS: readonly ColumnWish[] = [
  'clock',
  {
    name: 'position',
    label: 'When',
    render: (row) => <When row={row} />,
    text: whenSaid,
    width: 310,
    isFigure: false,
    isWhole: true,
  },
  { name: 'told', render: whoSaid, text: whoSaid },
  'channels',
  'name',
  'active',
]

/** The levels of every deadline in the order in which they come. */
const Rungs = () => (
  <ListScreen
    definition={escalationRungs}
    columns={COLUMNS}
    openFilters={['clock', 'told', 'active']}
    brief={(row) => (
      <>
        <p>
          {labelOf(escalationRungs.fields.clock, String(row.clock))} · {whenSaid(row)}
        </p>
        <small>{whoSaid(row)}</small>
      </>
    )}
  />
)

const RungForm = ({ params }: PageParams) => (
  <FormScreen
    definition={escalationRungs}
    id={params.id}
    isAsked={(name, { values }) => name !== 'role' || values.told === 'role'}
    besideField={besideField}
  />
)

const besideField = (name: string, { values }: Form) =>
  name === 'amount' ? (
    <p className={form.note} role="status">
      {whenSaid(values)}
    </p>
  ) : null

export default { pages: { '': Rungs, create: RungForm, 'update/$id': RungForm } } satisfies ModuleWeb
