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

/** The steps open to a person, as acts of the page with their keys. */
export const stepActs = (definition: Definition, row: AnyRow, user: Taker, ways?: StepWays): PageAct[] =>
  openSteps(definition, row, user).map(([name, step]) => ({
    label: t(step.label),
    ...(step.key && { keys: [step.key] }),
    run: async () => void (await (await loadOrTell(loadMove))?.move(definition, row, name, step, { ways })),
  }))
