import type { Row } from '../../shared/resource.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import type { departments } from './departments.ts'

export type DepartmentRow = Row<typeof departments> & { people?: number }

export interface Branch {
  row: DepartmentRow
  level: number
  parent: number | null
  children: Branch[]
  /** Place among its siblings, from 1. */
  place: number
  siblings: number
}

/** The rows as a tree, in their own order; one whose parent is out of sight stands at the top. */
export function growTree(rows: readonly DepartmentRow[]): Branch[] {
  const known = new Set(rows.map((row) => row.id))
  const below = new Map<number | null, DepartmentRow[]>()
  for (const row of rows) {
    const parent = row.parent && known.has(row.parent.id) ? row.parent.id : null
    below.set(parent, [...(below.get(parent) ?? []), row])
  }
  const grow = (parent: number | null, level: number): Branch[] => {
    const siblings = below.get(parent) ?? []
    return siblings.map((row, at) => ({
      row,
      level,
      parent,
      children: grow(row.id, level + 1),
      place: at + 1,
      siblings: siblings.length,
    }))
  }
  return grow(null, 1)
}

/** The branches in sight: all but those below a closed one. */
export const inSight = (tree: readonly Branch[], closed: ReadonlySet<number>): Branch[] =>
  tree.flatMap((branch) => [branch, ...(closed.has(branch.row.id) ? [] : inSight(branch.children, closed))])

/** What is left when searching: the matches and the way to them. */
export function prune(tree: readonly Branch[], search: string): Branch[] {
  const wanted = normalizeText(search.trim())
  if (wanted === '') return [...tree]
  return tree.flatMap((branch) => {
    const children = prune(branch.children, search)
    const { name, name_en, name_ko, manager } = branch.row
    const isMatch = normalizeText([name, name_en, name_ko, manager?.name].join(' ')).includes(wanted)
    return isMatch || children.length > 0 ? [{ ...branch, children }] : []
  })
}

/** Everyone in the department and below. */
export const peopleBelow = (branch: Branch): number =>
  (branch.row.people ?? 0) + branch.children.reduce((sum, child) => sum + peopleBelow(child), 0)

export const withChildren = (tree: readonly Branch[]): number[] =>
  tree.flatMap((branch) => (branch.children.length > 0 ? [branch.row.id, ...withChildren(branch.children)] : []))
