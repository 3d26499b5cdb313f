import { t } from '../../../shared/language.ts'
import { useSession } from '../../../web/session.ts'
import css from './calendar.module.css'

type Filters = Record<string, string[]>

/** The narrowings people reach for all day, one press each. */
export function QuickFilters({ filters, change }: { filters: Filters; change: (filters: Filters) => void }) {
  const { id, store, role } = useSession()
  const quick: { label: string; name: string; value: string }[] = [
    { label: t('Mine'), name: 'processors', value: String(id) },
    { label: t('I approve'), name: 'approver', value: String(id) },
    ...(store && role.scope !== 'store' ? [{ label: t('My store'), name: 'store', value: String(store.id) }] : []),
  ]
  return (
    <fieldset className={css.quick}>
      <legend className="visually-hidden">{t('Quick filters')}</legend>
      {quick.map(({ label, name, value }) => {
        const isSet = filters[name]?.length === 1 && filters[name][0] === value
        const turn = () => {
          const { [name]: _, ...rest } = filters
          change(isSet ? rest : { ...rest, [name]: [value] })
        }
        return (
          <button key={name} type="button" aria-pressed={isSet} onClick={turn}>
            {label}
          </button>
        )
      })}
    </fieldset>
  )
}
