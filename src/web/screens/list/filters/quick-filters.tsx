import { t } from '../../../../shared/language.ts'
import type { ListState } from '../list-state.ts'
import css from './quick-filters.module.css'

interface QuickFiltersProps {
  /** Each sets one value of a filter; pressed again it takes it back. */
  quick: readonly { label: string; name: string; value: string }[]
  filters: ListState['filters']
  change: (filters: ListState['filters']) => void
}

/** The narrowings people reach for all day, one press each. */
export const QuickFilters = ({ quick, filters, change }: QuickFiltersProps) => (
  <fieldset className={css.quick}>
    <legend className="visually-hidden">{t('Quick filters')}</legend>
    {quick.map(({ label, name, value }) => {
      const isSet = filters[name]?.length === 1 && filters[name][0] === value
      const turn = () => {
        const { [name]: _, ...rest } = filters
        change(isSet ? rest : { ...rest, [name]: [value] })
      }
      return (
        <button key={`${name} ${value}`} type="button" aria-pressed={isSet} onClick={turn}>
          {label}
        </button>
      )
    })}
  </fieldset>
)
