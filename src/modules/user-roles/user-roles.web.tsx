import { ListScreen } from '../../web/screens/list.tsx'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { RoleForm } from './role-form.web.tsx'
import { RoleView } from './role-view.web.tsx'
import { userRoles } from './user-roles.ts'

/** The specification's addresses: the view of a role stands right below the list. */
const Roles = () => <ListScreen definition={userRoles} rowLink={(row) => `/user-roles/${row.id}`} />

export default {
  pages: { '': Roles, create: RoleForm, $id: RoleView, 'view/$id': RoleView, 'update/$id': RoleForm },
} satisfies ModuleWeb
