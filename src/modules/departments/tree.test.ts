import { expect, test } from 'vitest'
import { type DepartmentRow, growTree, inSight, peopleBelow, prune, withChildren } from './tree.web.ts'

const row = (id: number, name: string, parent: number | null, people = 0): DepartmentRow => ({
  ...{
    id,
    name,
    name_en: null,
    name_ko: null,
    people,
    parent: parent === null ? null : { id: parent, name: '' },
    manager: null,
  },
  ...{ version: 1, created_at: '', updated_at: '', created_by: null, updated_by: null, deleted_at: null },
})
const rows = [
  row(1, 'Ban điều hành', null, 2),
  row(2, 'Vận hành', 1, 3),
  row(3, 'Thịt và hải sản', 2, 4),
  row(4, 'Kế toán', 1),
]
const names = (of: ReturnType<typeof growTree>) => inSight(of, new Set()).map((branch) => branch.row.name)

test('departments stand below their parent, in their own order', () => {
  const tree = growTree(rows)
  expect(
    inSight(tree, new Set()).map((branch) => [branch.row.id, branch.level, branch.place, branch.siblings]),
  ).toEqual([
    [1, 1, 1, 1],
    [2, 2, 1, 2],
    [3, 3, 1, 1],
    [4, 2, 2, 2],
  ])
  expect(withChildren(tree)).toEqual([1, 2])
})

test('a department whose parent is out of sight stands at the top', () => {
  expect(growTree([row(9, 'Lẻ', 77)]).map((branch) => branch.level)).toEqual([1])
})

test('closing a department hides all that is below', () => {
  expect(inSight(growTree(rows), new Set([2])).map((branch) => branch.row.id)).toEqual([1, 2, 4])
})

test('a search without diacritics keeps the matches and the way to them', () => {
  expect(names(prune(growTree(rows), 'hai san'))).toEqual(['Ban điều hành', 'Vận hành', 'Thịt và hải sản'])
})

test('people are counted with those below', () => {
  const [top] = growTree(rows)
  expect(top && peopleBelow(top)).toBe(9)
})
