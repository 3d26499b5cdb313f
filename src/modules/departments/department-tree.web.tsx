import { Button, TextInput } from '@mantine/core'
import { IconChevronRight, IconEdit, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type KeyboardEvent, useState } from 'react'
import { type Page as ListPage, PERPAGE_MOST } from '../../shared/api.ts'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { go } from '../../web/app/location.ts'
import { titleOf } from '../../web/fields/title.ts'
import { keys } from '../../web/query.ts'
import { useMay } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { Empty, Failed, SkeletonRows } from '../../web/ui/states.tsx'
import table from '../../web/ui/table.module.css'
import css from './departments.module.css'
import { departments } from './departments.ts'
import { type Branch, type DepartmentRow, growTree, inSight, peopleBelow, prune, withChildren } from './tree.web.ts'

const EVERY = { perpage: PERPAGE_MOST, sort: 'name' }

/** All departments as a tree: arrows move and open, Enter views. */
export function DepartmentTree() {
  const found = useQuery({
    queryKey: keys.list('dept', EVERY),
    queryFn: () => get<ListPage<DepartmentRow>>('dept', EVERY),
  })
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <SkeletonRows />
  const tree = growTree(found.data.data)
  const shown = prune(tree, search)
  const openable = withChildren(tree)
  const isAllOpen = closed.size === 0
  return (
    <div className={css.stack}>
      <div className={css.bar}>
        <TextInput
          type="search"
          aria-label={t('Search departments and managers')}
          placeholder={t('Search departments and managers')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={css.search}
        />
        {openable.length > 0 && (
          <Button variant="subtle" onClick={() => setClosed(new Set(isAllOpen ? openable : []))}>
            {isAllOpen ? t('Close all') : t('Open all')}
          </Button>
        )}
        <span className={css.count}>{t('{{n}} departments', { n: found.data.total })}</span>
      </div>
      {shown.length === 0 ? (
        <Empty title={search ? t('Nothing found') : t('No department yet')} />
      ) : (
        <TreeGrid
          lines={inSight(shown, search ? new Set() : closed)}
          closed={search ? new Set() : closed}
          onToggle={(id, isOpen) =>
            setClosed(new Set(isOpen ? [...closed].filter((one) => one !== id) : [...closed, id]))
          }
        />
      )}
    </div>
  )
}

interface TreeGridProps {
  lines: readonly Branch[]
  closed: ReadonlySet<number>
  onToggle: (id: number, isOpen: boolean) => void
}

function TreeGrid({ lines, closed, onToggle }: TreeGridProps) {
  const [reached, reach] = useState<number | null>(null)
  const at = Math.max(
    0,
    lines.findIndex((line) => line.row.id === reached),
  )
  const hasPeople = lines.some((line) => line.row.people !== undefined)
  const moveByKeys = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!(event.target instanceof HTMLTableRowElement)) return
    const next = nextLine(event.key, lines, at, closed, onToggle)
    if (next === undefined) return
    event.preventDefault()
    reach(lines[next]?.row.id ?? null)
    event.currentTarget.tBodies[0]?.rows[next]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows that open and close with arrow keys are a tree of a grid
    <table role="treegrid" aria-label={t('Departments')} className={TREE} onKeyDown={moveByKeys}>
      <thead>
        <tr>
          <th scope="col">{t('Department name')}</th>
          <th scope="col">{t('Manager')}</th>
          {hasPeople && (
            <th scope="col" className={css.number}>
              {t('People')}
            </th>
          )}
          <th scope="col">
            <span className="visually-hidden">{t('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <Line
            key={line.row.id}
            branch={line}
            isOpen={!closed.has(line.row.id)}
            isReached={index === at}
            hasPeople={hasPeople}
            onReach={() => reach(line.row.id)}
            onToggle={(isOpen) => onToggle(line.row.id, isOpen)}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Where a key leads among the lines in sight; opening and closing happen on the way. */
function nextLine(
  key: string,
  lines: readonly Branch[],
  at: number,
  closed: ReadonlySet<number>,
  onToggle: TreeGridProps['onToggle'],
): number | undefined {
  const line = lines[at]
  if (!line) return undefined
  const isOpen = line.children.length > 0 && !closed.has(line.row.id)
  const moves: Record<string, () => number> = {
    ArrowDown: () => Math.min(lines.length - 1, at + 1),
    ArrowUp: () => Math.max(0, at - 1),
    Home: () => 0,
    End: () => lines.length - 1,
    ArrowRight: () => {
      if (line.children.length > 0 && !isOpen) onToggle(line.row.id, true)
      return isOpen ? at + 1 : at
    },
    ArrowLeft: () => {
      if (isOpen) onToggle(line.row.id, false)
      const parent = lines.findIndex((one) => one.row.id === line.parent)
      return isOpen || parent < 0 ? at : parent
    },
    Enter: () => {
      go(`/departments/view/${line.row.id}`)
      return at
    },
  }
  return moves[key]?.()
}

const INDENT = 24
const TREE = `${table.table} ${css.tree}`

interface LineProps {
  branch: Branch
  isOpen: boolean
  isReached: boolean
  hasPeople: boolean
  onReach: () => void
  onToggle: (isOpen: boolean) => void
}

function Line({ branch, isOpen, isReached, hasPeople, onReach, onToggle }: LineProps) {
  const { row, level, children } = branch
  const called = titleOf(departments, row) ?? row.name
  const all = peopleBelow(branch)
  return (
    <tr
      aria-level={level}
      aria-posinset={branch.place}
      aria-setsize={branch.siblings}
      aria-expanded={children.length > 0 ? isOpen : undefined}
      tabIndex={isReached ? 0 : -1}
      style={{ '--indent': `${(level - 1) * INDENT}px` } as CSSProperties} // a variable of our own, which the type does not know
      onFocus={onReach}
    >
      <td>
        <span className={css.name}>
          {children.length > 0 ? (
            <button
              type="button"
              className={css.toggle}
              data-open={isOpen || undefined}
              tabIndex={-1}
              aria-label={isOpen ? t('Close {{name}}', { name: called }) : t('Open {{name}}', { name: called })}
              onClick={() => onToggle(!isOpen)}
            >
              <IconChevronRight size={16} aria-hidden />
            </button>
          ) : (
            <span className={css.leaf} />
          )}
          <Link to={`/departments/view/${row.id}`} tabIndex={isReached ? 0 : -1}>
            {called}
          </Link>
        </span>
      </td>
      <td className={css.manager}>{row.manager?.name ?? <span className={css.none}>{t('No manager')}</span>}</td>
      {hasPeople && (
        <td className={css.number}>
          {row.people}
          {children.length > 0 && all !== row.people && <small title={t('With the departments below')}> / {all}</small>}
        </td>
      )}
      <td className={css.actions}>
        <LineActions row={row} tabIndex={isReached ? 0 : -1} />
      </td>
    </tr>
  )
}

function LineActions({ row, tabIndex }: { row: DepartmentRow; tabIndex: number }) {
  const may = useMay()
  const called = titleOf(departments, row) ?? row.name
  return (
    <>
      {may('departments', 'add') && (
        <Link
          className={css.action}
          to={`/departments/create?parent=${row.id}`}
          tabIndex={tabIndex}
          title={t('Add a department below')}
          aria-label={t('Add a department below {{name}}', { name: called })}
        >
          <IconPlus size={16} aria-hidden />
        </Link>
      )}
      {may('departments', 'edit') && (
        <Link
          className={css.action}
          to={`/departments/update/${row.id}`}
          tabIndex={tabIndex}
          title={t('Edit')}
          aria-label={t('Edit {{name}}', { name: called })}
        >
          <IconEdit size={16} aria-hidden />
        </Link>
      )}
    </>
  )
}
