import { t } from '../../../shared/language.ts'
import { useSession } from '../../../web/session.ts'
import { WHOSE } from '../list/whose.ts'
import css from './calendar.module.css'

type Filters = Record<string, string[]>

/** With whom the tasks stand, one press each, as the tabs of the list say it. */
export function QuickFilters({ filters, change }: { filters: Filters; change: (filters: Filters) => void }) {
  const { store } = useSession()
  const { whose: now = [], ...rest } = filters
  return (
    <fieldset className={css.quick}>
      <legend className="visually-hidden">{t('Quick filters')}</legend>
      {WHOSE.filter(({ value }) => value !== 'my-store' || store).map(({ value, label }) => {
        const isSet = now.length === 1 && now[0] === value
        return (
          <button
            key={value}
            type="button"
            aria-pressed={isSet}
            onClick={() => change(isSet ? rest : { ...rest, whose: [value] })}
          >
            {t(label)}
          </button>
        )
      })}
    </fieldset>
  )
}
