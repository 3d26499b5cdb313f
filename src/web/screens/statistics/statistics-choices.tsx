import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { moment } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { dimensionsOf } from '../../../shared/statistics.ts'
import { useSession } from '../../session.ts'
import { FilterChip } from '../list/filters/filter-chip.tsx'
import css from './statistics.module.css'
import { type StatisticsQuery, usualPeriod } from './statistics-query.ts'

const PERIOD = moment('Period')

/** Period, comparison and filters; all of it stands in the address. */
export function StatisticsChoices({ asked }: { asked: StatisticsQuery }) {
  const { page, by, and, period, compare, filters, today, change } = asked
  const { definition } = page
  const { role } = useSession()
  // Months stand against those of a year ago: others are longer or shorter.
  const isMonths = by === 'month'
  const usual = isMonths ? 'year' : 'previous'
  const maps = definition.statistics?.maps?.flatMap(({ rows, columns }) => [rows, columns]) ?? []
  // Who sees one store only has nothing to narrow down to it; a map's own fields are told by the map.
  const offered = dimensionsOf(definition).filter(
    (name) =>
      !(role.scope === 'store' && name === definition.ownership.store) && (!maps.includes(name) || filters[name]),
  )
  return (
    <search className={css.choices} aria-label={t('Period and filters')}>
      <FilterChip
        field={PERIOD}
        values={[period]}
        onChange={([next = '']) => change({ period: next === usualPeriod(page, by) ? null : next })}
        today={today}
        isFixed
      />
      {and ? null : (
        <NativeSelect
          aria-label={t('Compare with')}
          value={isMonths && compare !== 'none' ? 'year' : compare}
          onChange={(event) =>
            change({ compare: event.currentTarget.value === usual ? null : event.currentTarget.value })
          }
          data={[
            ...(isMonths ? [] : [{ value: 'previous', label: t('Compared with the previous period') }]),
            { value: 'year', label: t('Compared with last year') },
            { value: 'none', label: t('Without comparison') },
          ]}
        />
      )}
      {offered.map((name) => {
        const field = definition.fields[name]
        return field ? (
          <FilterChip
            key={name}
            field={field}
            values={filters[name] ?? []}
            onChange={(values) => change({ [name]: values.length > 0 ? values : null })}
            today={today}
          />
        ) : null
      })}
    </search>
  )
}
