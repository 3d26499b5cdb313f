import { t } from '../../shared/language.ts'
import type { ColumnWish } from '../../web/screens/columns/columns.ts'
import type { AnyRow, ModuleWeb } from '../../web/screens/module.ts'
import { ListScreen } from '../../web/screens/screens.ts'
import { limitWords } from './role.web.ts'
import { RoleForm } from './role-form.web.tsx'
import { RoleView } from './role-view.web.tsx'
import { userRoles } from './user-roles.ts'

/** A delivered description is a catalog key; a chain's own words stay as they are. */
const descriptionOf = (row: AnyRow) => (row.description ? t(String(row.description)) : undefined)
const COLUMNS: readonly ColumnWish[] = [
  'name',
  { name: 'description', render: descriptionOf, text: descriptionOf },
  'scope',
  { name: 'cost_limit', render: (row) => limitWords(row.cost_limit === null ? null : Number(row.cost_limit)) },
  'people',
]

/** The specification's addresses: the view of a role stands right below the list. */
const Roles = () => <ListScreen definition={userRoles} columns={COLUMNS} rowLink={(row) => `/user-roles/${row.id}`} />

export default {
  pages: { '': Roles, create: RoleForm, $id: RoleView, 'view/$id': RoleView, 'update/$id': RoleForm },
} satisfies ModuleWeb
