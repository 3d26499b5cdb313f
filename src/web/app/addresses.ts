import { isBuilt } from '../../modules/index.ts'
import { publicPageAt } from '../../modules/public-pages.ts'
import { mayOpen, type RouteAccess } from '../../shared/users/permissions.ts'

/** Second names of a page (specification section 2); the first wins in the address bar. */
const ALIASES: Record<string, string> = {
  '/checkin': '/supplier-staffs-checkin',
  '/product-promotion-history': '/product-promotions-history',
  '/complaints/reopened': '/complaints/reopen',
  '/complaints/trash': '/complaints/trashed',
}

const HOME = '/dashboard'
export const NOT_FOUND = '/not-found'

/** Where a signed-in person is led instead, if not to the address itself (specification section 5, route guard). */
export function redirectOf(path: string, access: RouteAccess): string | null {
  const plain = path.replace(/\/+$/, '') || '/'
  if (publicPageAt(plain)) return HOME
  const alias = ALIASES[plain]
  if (alias && isBuilt(segmentOf(alias))) return alias
  if (plain === NOT_FOUND) return null
  return mayOpen(access, plain) && isBuilt(segmentOf(plain)) ? null : NOT_FOUND
}

const segmentOf = (path: string) => path.split('/')[1] ?? ''
