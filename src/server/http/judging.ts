import { REFUSALS, Refusal, refuseFields } from '../../shared/refusals.ts'
import type { Call, Route } from './route.ts'

/** Field to what is wrong with it, packed. */
export type Wrong = Record<string, string>

/** Asks what is wrong with a body, and nothing else: `?check=1`. */
export const isCheck = (route: Route, { query }: Call): boolean => Boolean(route.query?.check) && query.check === '1'

/**
 * Refuses a body with all that is wrong with it at once: what its fields say, and what the route's own judging finds in the rest.
 * @throws 'invalid', where anything is wrong
 */
export async function refuseWrong(route: Route, call: Call, wrong: Wrong): Promise<void> {
  const names = Object.keys(wrong)
  if (names.length === 0 && !isCheck(route, call)) return
  const fields = { ...(await route.judge?.(call, names)), ...wrong }
  refuseFields(fields)
}

/** A refusal of one field, with whatever else is wrong: nobody shall learn of the next mistake by mending the first. */
export async function withTheRest(route: Route, call: Call, error: unknown): Promise<unknown> {
  if (!route.judge || !(error instanceof Refusal) || !MENDABLE.includes(REFUSALS[error.refusal].status)) return error
  const { fields } = error.parts
  if (!fields) return error
  const all = { ...(await route.judge(call, Object.keys(fields))), ...fields }
  return Object.keys(all).length > Object.keys(fields).length ? new Refusal('invalid', { fields: all }) : error
}

const MENDABLE: readonly number[] = [409, 422]
