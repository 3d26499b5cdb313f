import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { nameOf } from '../fields/values.ts'
import type { AnyRow } from '../screens/module.ts'
import { ListScreen, ViewScreen } from '../screens/screens.ts'
import css from './gifts-of-event.module.css'

const NAME = {
  name: 'name',
  render: (row: AnyRow) => <GiftName row={row} />,
  text: (row: AnyRow) => String(row.name),
}

/** The gifts of all events of one face, those of the newest first, each event's in its own order. */
export const GiftList = ({ gifts }: { gifts: Definition }) => (
  <ListScreen
    definition={gifts}
    columns={gifts.list.map((name) => (name === 'name' ? NAME : name))}
    brief={(row) => <Brief row={row} />}
  />
)

/** One gift, its picture once. */
export const GiftView = ({ gifts, id = '' }: { gifts: Definition; id: string | undefined }) => (
  <ViewScreen
    definition={gifts}
    id={id}
    hidden={(row) => ['name', 'cover', 'in_order', ...(row.plan_reason ? [] : ['plan_reason'])]}
  />
)

const GiftName = ({ row }: { row: AnyRow }) => (
  <>
    <span className={css.colour} style={{ background: String(row.colour) }} aria-hidden="true" />
    {String(row.name)}
  </>
)

function Brief({ row }: { row: AnyRow }) {
  const number = (value: unknown, digits = 0) => formatNumber(Number(value ?? 0), currentLanguage(), digits)
  return (
    <>
      <span>{nameOf(row.event)}</span>
      <span>{`${number(row.chance, 4)}%`}</span>
      <small>
        {t('Won {{won}} of {{stock}}, left {{left}}', {
          won: number(row.used_total),
          stock: number(row.stock),
          left: number(row.left),
        })}
      </small>
    </>
  )
}
