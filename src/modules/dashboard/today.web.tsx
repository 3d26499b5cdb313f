import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import type { WaitingRegister } from '../../shared/waiting.ts'
import { get } from '../../web/api.ts'
import { keys } from '../../web/query.ts'
import { usePageKeys } from '../../web/screens/list/page-keys.ts'
import { SteadyProvider, useSteadyRows } from '../../web/screens/list/steady-rows.ts'
import { waitingAddress } from '../../web/screens/list/waiting-tabs.tsx'
import type { AnyRow } from '../../web/screens/module.ts'
import { type PageAct, usePageActs } from '../../web/screens/page-acts.ts'
import { Icon } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { moduleOf } from '../index.ts'
import css from './today.module.css'
import { Line } from './today-line.web.tsx'

type Register = WaitingRegister<AnyRow>

/** Late turns on the second without anybody's doing: it is looked at again every minute, and after every change. */
const FRESH_MS = 60_000

/** Below the key of the menu's counts: what changes these changes this. */
const waitingQuery = {
  queryKey: [...keys.modules, 'today'],
  queryFn: () => get<{ registers: Register[] }>('today'),
  placeholderData: keepPreviousData<{ registers: Register[] }>,
  refetchInterval: FRESH_MS,
}

/** What waits for whoever looks, of every register that has something, the worst first, with the acts at each line. */
export function Today({ title }: { title: string }) {
  const found = useQuery(waitingQuery)
  const place = useRef<HTMLElement>(null)
  useTodayKeys(place)
  const registers = found.data?.registers
  return (
    <section ref={place} className={css.today} aria-label={title} aria-busy={!registers && !found.isError}>
      <h2 className={css.heading}>{title}</h2>
      {found.isError && !registers ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {registers || found.isError ? null : <SkeletonLines lines={8} />}
      {registers?.length === 0 ? <p className={css.none}>{t('Nothing is waiting. Well done!')}</p> : null}
      <div className={css.registers}>
        {registers?.map((register) => {
          const definition = moduleOf(register.module)
          return definition ? <RegisterCard key={register.module} {...{ definition, register }} /> : null
        })}
      </div>
    </section>
  )
}

function RegisterCard({ definition, register: { count, lines } }: { definition: Definition; register: Register }) {
  const found = useMemo(
    () => ({ data: lines.map(({ row }) => row), total: lines.length, page: 1, perpage: lines.length }),
    [lines],
  )
  const { page, hold, settled } = useSteadyRows(definition, found, definition.name)
  const steady = useMemo(() => ({ hold, settled }), [hold, settled])
  const waits = useRef(new Map<number, Register['lines'][number]>())
  for (const line of lines) waits.current.set(line.row.id, line)
  const id = `today-${definition.name}`
  return (
    <section className={css.register} aria-labelledby={id}>
      <header className={css.head}>
        <Icon name={definition.icon} size={18} />
        <h3 id={id}>{t(definition.label)}</h3>
        <Link to={waitingAddress(definition)} className={css.all}>
          {count > lines.length
            ? t('All {{n}}', { n: formatNumber(count, currentLanguage()) })
            : formatNumber(count, currentLanguage())}
        </Link>
      </header>
      <SteadyProvider value={steady}>
        <ul className={css.lines}>
          {page?.data.map((row) => {
            const line = waits.current.get(row.id)
            const isDone = settled.has(row.id) || !isWaiting(definition, row)
            return line ? <Line key={row.id} {...{ definition, row, isDone }} waits={line} /> : null
          })}
        </ul>
      </SteadyProvider>
    </section>
  )
}

const isWaiting = ({ pendingFilter = {} }: Definition, row: AnyRow): boolean =>
  Object.entries(pendingFilter).every(([name, values]) => values.includes(String(row[name])))

/** By keyboard alone: j and k go from line to line, Enter opens it, and each act has its key; `?` tells them. */
function useTodayKeys(place: RefObject<HTMLElement | null>): void {
  const step = (by: number) => () => {
    const links = [...(place.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
    links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus()
  }
  const act = (key: string) => () => {
    const line = document.activeElement?.closest('li')
    if (line && place.current?.contains(line)) line.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()
  }
  usePageKeys({
    j: step(1),
    k: step(-1),
    ...Object.fromEntries(['t', 'a', 'r', 's', 'd'].map((key) => [key, act(key)])),
  })
  // They act on the line that has the focus: told with the other keys, and left out of the search.
  usePageActs({ of: t('Waits for you'), keys: '', list: keysOfToday })
}

const keysOfToday = (): PageAct[] => [
  { keys: ['j', 'k'], label: t('Next and previous line') },
  { keys: ['Enter'], label: t('Open') },
  { keys: ['t'], label: t('Take it myself') },
  { keys: ['a'], label: t('Assign') },
  { keys: ['r'], label: t('Reply') },
  { keys: ['d', 's'], label: t('The steps of the line, in their order') },
]
