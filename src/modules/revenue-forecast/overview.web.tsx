import { Button } from '@mantine/core'
import { IconFileImport, IconList } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Named, ref } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import { useNamed } from '../../web/fields/names.ts'
import { givenOf } from '../../web/fields/values.ts'
import { useMay } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { Page } from '../../web/ui/page.tsx'
import { Empty, Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { Chart } from './chart.web.tsx'
import css from './revenue-forecast.module.css'
import { revenueForecast } from './revenue-forecast.ts'
import type { Summary } from './summary.ts'
import { SumsTable } from './sums-table.web.tsx'
import { Trust } from './trust.web.tsx'

const STORE = ref('Store', 'stores')
const GROUP = ref('Department group', 'supplier-groups')
const ICON = { size: 16, 'aria-hidden': true } as const

/** A year: what was to be sold, what was expected and what was sold; a baseline of our own, and which of the two to trust. */
export default function Overview() {
  const may = useMay()
  const [search] = useSearchParams()
  const query = {
    year: search.get('year'),
    store: search.get('store'),
    department_group: search.get('department_group'),
  }
  const found = useQuery({
    // One of its lists: read anew when a workbook comes in.
    queryKey: [revenueForecast.wire, 'list', 'summary', query],
    queryFn: () => get<Summary>('revenue-forecast/summary', query),
    placeholderData: keepPreviousData,
  })
  const told = found.data
  return (
    <Page
      title={t(revenueForecast.label)}
      actions={
        <>
          <Button component={Link} to="/revenue-forecast/rows" variant="default" leftSection={<IconList {...ICON} />}>
            {t('All rows')}
          </Button>
          {may(revenueForecast.permission, 'add') ? (
            <Button component={Link} to="/revenue-forecast/import" leftSection={<IconFileImport {...ICON} />}>
              {t('Import a workbook')}
            </Button>
          ) : null}
        </>
      }
    >
      <Choices years={told?.years ?? []} year={told?.year} />
      {found.isPending ? <SkeletonLines lines={12} /> : null}
      {found.isError && !told ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {told && told.stores.length === 0 ? <Empty title={t('Nothing was imported for this year')} /> : null}
      {told && told.stores.length > 0 ? (
        <div className={css.parts} aria-busy={found.isPlaceholderData}>
          <Chart told={told} />
          <SumsTable told={told} />
          <Trust told={told} />
        </div>
      ) : null}
    </Page>
  )
}

function Choices({ years, year }: { years: readonly number[]; year: number | undefined }) {
  const [search, change] = useSearchParams()
  const [store] = useNamed('stores', [search.get('store')])
  const [group] = useNamed('supplier-groups', [search.get('department_group')])
  const all = year === undefined || years.includes(year) ? years : [year, ...years]
  const pick = (name: string, field: typeof STORE | typeof GROUP) => (value: unknown) =>
    change({ [name]: String(givenOf(field, value) ?? '') })
  return (
    <div className={css.choices}>
      <fieldset className={css.years} aria-label={t('Year')}>
        {all.map((one) => (
          <Button
            key={one}
            variant={one === year ? 'filled' : 'default'}
            aria-pressed={one === year}
            onClick={() => change({ year: String(one) })}
          >
            {one}
          </Button>
        ))}
      </fieldset>
      <FieldInput name="store" field={STORE} value={asNamed(store)} onChange={pick('store', STORE)} />
      <FieldInput
        name="department_group"
        field={GROUP}
        value={asNamed(group)}
        onChange={pick('department_group', GROUP)}
      />
    </div>
  )
}

const asNamed = (one: Named | undefined): Named | null => one ?? null
