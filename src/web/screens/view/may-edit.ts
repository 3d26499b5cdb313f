import type { SessionUser } from '../../../shared/api.ts'
import { lockOf } from '../../../shared/flow.ts'
import type { Definition } from '../../../shared/resource.ts'
import { may } from '../../../shared/users/permissions.ts'
import { isOfOthersToo } from '../../../shared/users/shared-records.ts'
import type { AnyRow } from '../module.ts'

type Reader = Pick<SessionUser, 'role' | 'store' | 'route_access'>

/** Whether a record is this person's to change or delete: not in the trash, and not other stores' as well. */
export const isOwnToChange = (definition: Definition, row: AnyRow, { role, store }: Reader): boolean =>
  !row.deleted_at && !isOfOthersToo(definition, row, { scope: role.scope, store: store?.id ?? null })

/** Whether its form is open to this person. */
export const mayEdit = (definition: Definition, row: AnyRow, user: Reader): boolean =>
  isOwnToChange(definition, row, user) &&
  !lockOf(definition, row) &&
  may(user.route_access, definition.permission, 'edit')
