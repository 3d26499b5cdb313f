import type { Definition } from '../resource.ts'
import type { Scope } from './permissions.ts'

/** Whether a scope goes by the store here: where no department, or no person, has records, their people keep to their store. */
export const isByStore = ({ ownership }: Definition, scope: Scope): boolean =>
  scope === 'store' || (scope === 'department' && !ownership.departments) || (scope === 'own' && !ownership.people)

/** Whether a record may stand in several stores; in none then means in all of them (docs/decisions/shared-records.md). */
export const isInMany = ({ fields, ownership: { store } }: Definition): boolean =>
  store !== undefined && fields[store]?.kind === 'refs'

/**
 * Where something made by somebody of these stores stands: who has one need not name it, and none named is not all of them. Undefined
 * where it would stand elsewhere; who has no store places nothing anywhere.
 */
export function placeAmong(stores: readonly number[], named: unknown, isMany: boolean): unknown {
  const [only = null] = stores
  const isNowhere = named === null || named === undefined || (Array.isArray(named) && named.length === 0)
  if (isNowhere) return stores.length > 1 ? undefined : !isMany ? only : only === null ? [] : [only]
  const places: readonly unknown[] = Array.isArray(named) ? named : [named]
  return places.every((one) => stores.some((own) => own === one)) ? named : undefined
}

/** Whose scope it is, and the store that the person works in. */
export interface Keeper {
  scope: Scope
  store: number | null
}

/** Whether who sees a record may only read it, as it stands in other stores than the person's too. */
export function isOfOthersToo(definition: Definition, row: Readonly<Record<string, unknown>>, who: Keeper): boolean {
  const { store } = definition.ownership
  if (!store || !isInMany(definition) || !isByStore(definition, who.scope)) return false
  if (who.scope === 'department' && who.store === null) return false
  const stores: readonly unknown[] = Array.isArray(row[store]) ? row[store] : []
  const [only] = stores
  const isOwn =
    stores.length === 1 && typeof only === 'object' && only !== null && 'id' in only && only.id === who.store
  return !isOwn
}
