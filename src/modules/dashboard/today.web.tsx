import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { WaitingRegister } from '../../shared/definition/waiting.ts'
import { isFiltered } from '../../shared/fields.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { get } from '../../web/api.ts'
import { keys } from '../../web/query.ts'
import { SteadyProvider, useSteadyRows } from '../../web/screens/list/steady-rows.ts'
import { waitingAddress } from '../../web/screens/list/waiting-tabs.tsx'
import type { AnyRow } from '../../web/screens/module.ts'
import { useSetup } from '../../web/screens/setup.ts'
import { useMay, useSession } from '../../web/session.ts'
import { About } from '../../web/ui/about.tsx'
import { Icon } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { moduleOf } from '../index.ts'
import css from './today.module.css'
import { useTodayKeys } from './today-keys.web.ts'
import { Line } from './today-line.web.tsx'

type Register = WaitingRegister<AnyRow>

/** Late turns on the second without anybody's doing: it is looked at again every minute, and after every change. */
const FRESH_MS = 60_000

/** Below the key of the menu's counts: what changes these changes this. */
const waitingQuery = (isMine: boolean) => ({
  queryKey: [...keys.modules, 'today', isMine],
  queryFn: () => get<{ registers: Register[] }>('today', { whose: isMine ? 'mine' : 'all' }),
  placeholderData: keepPreviousData<{ registers: Register[] }>,
  refetchInterval: FRESH_MS,
})

interface TodayProps {
  title: string
  /** Whoever handles things themselves begins with their own. */
  beginsWithMine: boolean
}

/** What waits, for whoever looks or for all beside them, of every register that has something, the worst first, with the acts at each line. */
export function Today({ title, beginsWithMine }: TodayProps) {
  const { choices, isKnown, choose } = useSetup('dashboard')
  const isMine = choices.isMine ?? beginsWithMine
  // Lines that are about to be others would be pressed instead of them.
  const found = useQuery({ ...waitingQuery(isMine), enabled: isKnown })
  const place = useRef<HTMLElement>(null)
  const [active, setActive] = useState<string>()
  useTodayKeys(place, active)
  const registers = found.data?.registers
  const shown = registers?.filter(({ lines }) => lines.length > 0)
  return (
    <section ref={place} className={css.today} aria-label={title} aria-busy={!registers && !found.isError}>
      <header className={css.top}>
        <h2 className={css.heading}>{title}</h2>
        <About label={title}>
          {t(
            'What is not finished and you may act on. Mine: what was given to you and, if you direct the work, what nobody has yet; what belongs to a register without assignees waits for everyone. The worst stand first: past the legal deadline, past the deadline, first reply late, then the nearest deadline.',
          )}
        </About>
        <Whose registers={registers} isMine={isMine} choose={(mine) => choose({ isMine: mine })} />
      </header>
      {found.isError && !registers ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {registers || found.isError ? null : <SkeletonLines lines={8} />}
      {shown?.length === 0 ? (
        <p className={css.none}>
          {registers?.length
            ? t('Nothing waits for you. What waits for others stands under “All”.')
            : t('Nothing is waiting. Well done!')}
        </p>
      ) : null}
      <div className={css.registers} data-old={found.isPlaceholderData || undefined}>
        {shown?.map((register) => {
          const definition = moduleOf(register.module)
          return definition ? (
            <RegisterCard key={register.module} {...{ definition, register, isMine, active, setActive }} />
          ) : null
        })}
      </div>
    </section>
  )
}

interface WhoseProps {
  registers: readonly Register[] | undefined
  isMine: boolean
  choose: (isMine: boolean) => void
}

/** Mine or all, each with how many that is. */
function Whose({ registers, isMine, choose }: WhoseProps) {
  const sum = (of: 'mine' | 'count') =>
    registers
      ? ` ${formatNumber(
          registers.reduce((all, register) => all + register[of], 0),
          currentLanguage(),
        )}`
      : ''
  return (
    <SegmentedControl
      className={css.whose}
      aria-label={t('Whose')}
      value={isMine ? 'mine' : 'all'}
      onChange={(value) => choose(value === 'mine')}
      data={[
        { value: 'mine', label: t('Mine') + sum('mine') },
        { value: 'all', label: t('All') + sum('count') },
      ]}
    />
  )
}

interface CardProps {
  definition: Definition
  register: Register
  isMine: boolean
  /** The line that the keys act on. */
  active: string | undefined
  setActive: (line: string) => void
}

function RegisterCard({ definition, register, isMine, active, setActive }: CardProps) {
  const { lines } = register
  const own = useOwnFilter(definition)
  const isNarrowed = isMine && own !== undefined
  const count = isNarrowed ? register.mine : register.count
  const found = useMemo(
    () => ({ data: lines.map(({ row }) => row), total: lines.length, page: 1, perpage: lines.length }),
    [lines],
  )
  const { page, hold, settled } = useSteadyRows(definition, found, `${definition.name} ${isMine}`)
  const steady = useMemo(() => ({ hold, settled }), [hold, settled])
  const waits = useRef(new Map<number, Register['lines'][number]>())
  for (const line of lines) waits.current.set(line.row.id, line)
  const id = `today-${definition.name}`
  return (
    <section className={css.register} aria-labelledby={id}>
      <header className={css.head}>
        <Icon name={definition.icon} size={18} />
        <h3 id={id}>{t(definition.label)}</h3>
        <Link to={waitingAddress(definition) + (isNarrowed ? own : '')} className={css.all}>
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
            const name = `${definition.name} ${row.id}`
            return line ? (
              <Line
                key={row.id}
                {...{ definition, row, isDone }}
                waits={line}
                isActive={active === name}
                onActive={() => setActive(name)}
              />
            ) : null
          })}
        </ul>
      </SteadyProvider>
    </section>
  )
}

/** What narrows a register's list to a person's own: a filter of its own, or the field that says whose a record is. */
function useOwnFilter({ ownership: { people = [] }, fields, permission, waiting }: Definition): string | undefined {
  const { id } = useSession()
  const may = useMay()
  if (waiting?.mine)
    return Object.entries(waiting.mine)
      .flatMap(([field, values]) => values.map((one) => `&${field}=${one}`))
      .join('')
  const [name = '', ...more] = people
  if (people.length === 0) return ''
  const field = fields[name]
  if (more.length > 0 || !field || !isFiltered(field)) return
  return `&${name}=${id}${may(permission, ['edit', 'other']) ? `&${name}=none` : ''}`
}

const isWaiting = ({ pendingFilter = {} }: Definition, row: AnyRow): boolean =>
  Object.entries(pendingFilter).every(([name, values]) => values.includes(String(row[name])))
