import { queryOptions } from '@tanstack/react-query'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Row } from '../../shared/resource.ts'
import type { Permissions } from '../../shared/users/permissions.ts'
import { get } from '../../web/api.ts'
import { titleOf } from '../../web/fields/title.ts'
import { keys } from '../../web/query.ts'
import { userRoles } from './user-roles.ts'

/** A role as the API shows it: its fields and what it may do. */
export type RoleRow = Row<typeof userRoles> & { permissions: Permissions }

export const roleQuery = (id: number) =>
  queryOptions({
    queryKey: keys.record(userRoles.wire, id),
    queryFn: () => get<RoleRow>(`${userRoles.wire}/${id}`),
    select: (role) => ({ ...role, name: titleOf(userRoles, role) ?? role.name }),
    enabled: id > 0,
    // A role is never shown under another one's name.
  })

export const scopeLabel = (scope: RoleRow['scope']): string =>
  userRoles.fields.scope.of?.find((choice) => choice.value === scope)?.label ?? scope ?? ''

/** What the scope means, in a sentence. */
export const SCOPE_MEANINGS: Record<string, string> = {
  chain: 'Sees the records of all stores and departments',
  store: 'Sees only the records of the own store',
  department: 'Sees what the own department handles or is copied on, and what the person made',
  own: 'Sees only what is given to the person, and what the person made',
}

/** How far a role reaches alone, in words. */
export const limitWords = (limit: number | null): string =>
  limit === null ? t('No limit') : t('{{amount}} đồng', { amount: formatNumber(limit, currentLanguage()) })
