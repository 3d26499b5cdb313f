import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { type Field, type Kind, shownAs } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { labelOf } from '../cell.tsx'
import { PLACES, useNamed } from '../names.ts'
import css from './filter.module.css'
import { type FilterProps, isYes, NONE } from './filter-props.ts'
import { periodLabel } from './periods.ts'

interface Filter {
  /** What stands in the opened panel. */
  Panel: ComponentType<FilterProps>
  /** What is wanted, in words. */
  say: (field: Field, values: readonly string[], names: string[]) => string
}

const panel = (pick: (found: typeof import('./filter-panels.tsx')) => ComponentType<FilterProps>) =>
  lazy(() => import('./filter-panels.tsx').then((found) => ({ default: pick(found) })))

const typed: Filter = { Panel: panel((found) => found.TypedPanel), say: (_field, values) => values.join(', ') }
const listed: Filter = {
  Panel: panel((found) => found.ChoicePanel),
  say: (field, values) => values.map((value) => (value === NONE ? t('None') : labelOf(field, value))).join(', '),
}
const people: Filter = {
  Panel: panel((found) => found.RefPanel),
  say: (_field, values, names) => [...(values.includes(NONE) ? [t('None')] : []), ...names].join(', '),
}
const period: Filter = {
  Panel: lazy(() => import('./period-panel.tsx')),
  say: (_field, [value = '']) => periodLabel(value),
}
const yesNo: Filter = {
  Panel: panel((found) => found.FlagPanel),
  say: (_field, [value]) => (isYes(value) ? t('Yes') : t('No')),
}
const never: Filter = { Panel: () => null, say: () => '' }

const FILTERS: Record<Exclude<Kind, 'computed'>, Filter> = {
  text: typed,
  longText: typed,
  richText: typed,
  email: typed,
  phone: typed,
  digits: typed,
  taxCode: typed,
  identityNumber: typed,
  money: { ...typed, Panel: panel((found) => found.NumberPanel) },
  count: { ...typed, Panel: panel((found) => found.NumberPanel) },
  decimal: { ...typed, Panel: panel((found) => found.NumberPanel) },
  percentage: { ...typed, Panel: panel((found) => found.NumberPanel) },
  date: period,
  moment: period,
  flag: yesNo,
  choice: listed,
  choices: listed,
  ref: people,
  refs: people,
  address: { ...people, Panel: panel((found) => found.ProvincePanel) },
  files: never,
  signature: never,
  lines: never,
}

/** The panel in which a filter of any kind is chosen. */
export function FilterPanel(props: FilterProps) {
  const { Panel } = FILTERS[shownAs(props.field)]
  return (
    <Suspense
      fallback={<div className={css.waiting} role="status" aria-label={t('Loading…')} tabIndex={-1} data-autofocus />}
    >
      <Focused>
        <Panel {...props} />
      </Focused>
    </Suspense>
  )
}

/** The panel comes after the dialog around it has looked for something to focus. */
function Focused({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const found = place.current?.querySelector('[data-autofocus], input, button')
    if (found instanceof HTMLElement) found.focus({ preventScroll: true })
  }, [])
  return <div ref={place}>{children}</div>
}

/** What a filter is set to, in words: 'S04, S07 and 2 more'. */
export function useFilterWords(field: Field, values: readonly string[]): string {
  const kind = shownAs(field)
  const few = values.slice(0, MOST_SAID)
  const isNamed = FILTERS[kind].say === people.say
  const named = useNamed(kind === 'address' ? PLACES : field.to, isNamed ? few.filter((value) => value !== NONE) : [])
  const said = FILTERS[kind].say(
    field,
    few,
    named.map((one) => one.name),
  )
  return values.length > MOST_SAID ? t('{{names}} and {{n}} more', { names: said, n: values.length - MOST_SAID }) : said
}

const MOST_SAID = 2
