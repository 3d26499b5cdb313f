import type { SessionUser } from '../../../shared/api.ts'
import { isOfferedTo, type Step, stepsFrom, UNDO_MINUTES } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { may, type Right } from '../../../shared/users/permissions.ts'
import { loadOrTell } from '../../ahead.ts'
import { withCatalog } from '../../catalogs.ts'
import type { AnyRow } from '../module.ts'
import type { PageAct } from '../page-acts.ts'
import type { StepWays } from './move.ts'

type Taker = Pick<SessionUser, 'id' | 'route_access'>

/** The steps that this user may take from where a record stands. */
export function openSteps(
  { flow, permission }: Definition,
  row: AnyRow,
  { id, route_access }: Taker,
): [string, Step][] {
  if (!flow || isAside(flow, row)) return []
  const person = { id, may: (right: Right) => may(route_access, permission, right) }
  return stepsFrom(flow, String(row[flow.field])).filter(
    ([, step]) => isOfferedTo(step, row, person) && (person.may('delete') || isOwnSlip(step, row, id)),
  )
}

/** In the trash, where that is no state of the flow, or held where it is. */
const isAside = ({ steps, held }: NonNullable<Definition['flow']>, row: AnyRow): boolean =>
  Boolean(row.deleted_at && !steps.restore) || Boolean(held && row[held.shown])

/** Whoever took a step just now puts a slip right themselves, as the server lets them. */
function isOwnSlip({ undoes }: Step, row: AnyRow, person: number): boolean {
  if (!undoes) return true
  const by = row[undoes.by] as { id: number } | null // a reference to a person
  return by?.id === person && Date.now() - Date.parse(String(row[undoes.at])) < UNDO_MINUTES * 60_000
}

/** What a step takes comes after its button: a list is read first. */
export const loadMove = () => withCatalog(() => import('./move.ts'))

export const EDIT_KEY = 'e'
/** Of the steps that lead on and name no key of their own. */
export const LEADING_KEYS = ['d', 's'] as const

/** The steps that lead on from where a record stands, at most two. */
export function leadingSteps(open: readonly [string, Step][]): [string, Step][] {
  const leading = open.filter(([, { tone }]) => tone === 'primary')
  return (leading.length > 0 ? leading : open.filter(([, { quick }]) => quick)).slice(0, LEADING_KEYS.length)
}

/** The key of each step that has one. */
export function stepKeys(open: readonly [string, Step][]): ReadonlyMap<string, string> {
  const own = open.flatMap(([name, { key }]) => (key ? [[name, key] as const] : []))
  const free = LEADING_KEYS.filter((key) => !own.some(([, one]) => one === key))
  const leading = leadingSteps(open).filter(([, { key }]) => !key)
  return new Map([...own, ...leading.flatMap(([name], at) => (free[at] ? [[name, free[at]] as const] : []))])
}

/** The steps open to a person, as acts of the page with their keys. */
export const stepActs = (definition: Definition, row: AnyRow, user: Taker, ways?: StepWays): PageAct[] => {
  const open = openSteps(definition, row, user)
  const keys = stepKeys(open)
  return open.map(([name, step]) => ({
    label: t(step.label),
    ...(keys.has(name) && { keys: [keys.get(name) ?? ''] }),
    run: async () => void (await (await loadOrTell(loadMove))?.move(definition, row, name, step, { ways })),
    asks: Boolean(step.asks?.length),
  }))
}
