import { spokenName } from '../../web/fields/spoken-name.ts'
import type { ColumnWish } from '../../web/screens/columns/columns.ts'
import { ListScreen } from '../../web/screens/list/list.tsx'
import type { AnyRow, ModuleWeb } from '../../web/screens/module.ts'
import { limitWords } from './role.web.ts'
import { RoleForm } from './role-form.web.tsx'
import { RoleView } from './role-view.web.tsx'
import { userRoles } from './user-roles.ts'

const nameOf = (row: AnyRow) => spokenName(userRoles.name, String(row.name))
const COLUMNS: readonly ColumnWish[] = [
  { name: 'name', render: nameOf, text: nameOf },
  'description',
  'scope',
  { name: 'cost_limit', render: (row) => limitWords(row.cost_limit === null ? null : Number(row.cost_limit)) },
  'people',
]

/** The specification's addresses: the view of a role stands right below the list. */
const Roles = () => <ListScreen definition={userRoles} columns={COLUMNS} rowLink={(row) => `/user-roles/${row.id}`} />

export default {
  pages: { '': Roles, create: RoleForm, $id: RoleView, 'view/$id': RoleView, 'update/$id': RoleForm },
} satisfies ModuleWeb
