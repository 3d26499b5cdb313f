import type { Definition } from '../../shared/resource.ts'
import { FLAGS, type Right } from '../../shared/users/permissions.ts'
import { ACTIVITY } from '../activity/history.ts'
import { boardRoutes } from '../board/routes.ts'
import { discussionRoutes } from '../discussion/routes.ts'
import { namedAnswer, pageOf, recordOf, rowOf } from '../http/answers.ts'
import { del, get, type Needs, post, put, type Route } from '../http/route.ts'
import { unmaskingRoutes } from '../private/unmasking.ts'
import { sheetRoutes } from '../sheets/sheets.ts'
import { batchRoutes } from './batch/batch.ts'
import { bulkRoutes } from './bulk/bulk.ts'
import { growRoutes } from './growing.ts'
import { create, destroy, restore, update } from './handlers.ts'
import { judgeRecord } from './judging.ts'
import { AS_SEEN, type ModuleOptions, type ServedModule, VERSION } from './module-options.ts'
import { knowFilters } from './own-filters.ts'
import { NAME_ROW } from './query/list.ts'
import { listParameters, NAME_PARAMETERS, pageParameters } from './query/parameters.ts'
import { history, list, names, show } from './reading.ts'
import { flowRoutes } from './transitions.ts'

/** The routes of a resource: the five, names, trash, history, the flow's steps and its own. */
export function serve(definition: Definition, serving: ModuleOptions = {}): ServedModule {
  knowFilters(definition, serving.filters)
  const needs = (flag: Right): Needs => ({ permission: definition.permission, flag })
  const own = (serving.routes ?? []).map(
    (route): Route => ({
      ...route,
      path: `${definition.wire}/${route.path}`,
      needs: isRight(route.needs) ? needs(route.needs) : route.needs,
    }),
  )
  const routes = [
    ...own,
    ...batchRoutes(definition, serving, needs),
    ...growRoutes(definition),
    ...discussionRoutes(definition, needs('read'), serving.discussion),
    ...boardRoutes(definition, needs('read'), serving),
    ...flowRoutes(definition, serving, needs),
    ...(definition.internal ? [] : unmaskingRoutes(definition, needs)),
    ...(definition.internal || definition.sheets.isOnly ? [] : bulkRoutes(definition, serving, needs)),
    ...(definition.internal ? [] : fiveRoutes(definition, serving, needs)),
    ...(serving.rootRoutes ?? []),
  ]
  return {
    definition,
    serving,
    routes: routes.map((route) => ({
      ...route,
      ...(serving.isForPeople && { takesKeys: false }),
      ...(serving.isSensitive && changes(route) && { isSensitive: true }),
    })),
  }
}

const CHANGING: readonly unknown[] = ['add', 'edit', 'delete']
/** A file that is sent changes nothing yet. */
const changes = ({ method, files, needs }: Route): boolean =>
  method !== 'GET' && !files && typeof needs === 'object' && 'flag' in needs && CHANGING.includes(needs.flag)

const CHECK: Route['query'] = {
  check: { says: '1: says what is wrong with the body, and changes nothing', schema: { enum: ['1'] } },
}

/** As pickers show them, with a code or number where records have one. */
const NAMES = { data: [namedAnswer('NameRow', NAME_ROW)] } as const

const isRight = (value: Needs | Right): value is Right => Array.isArray(value) || FLAGS.some((flag) => flag === value)

function fiveRoutes(definition: Definition, serving: ModuleOptions, needs: (flag: Right) => Needs): Route[] {
  const { wire, one: single, label } = definition
  const left = new Set<string>(serving.without)
  const body = definition.fields
  const { beside } = serving
  const listed = listParameters(definition, serving.filters)
  const judge: Route['judge'] = (call, refused) => judgeRecord(definition, serving, call, refused)
  const reading = definition.visibility === 'all' ? 'session' : needs('read')
  const takesKeys = true
  const routes: [string, Route][] = [
    [
      'names',
      get(
        `${wire}/get-name`,
        {
          needs: definition.visibility === 'read' ? needs('read') : 'session',
          takesKeys,
          summary: `Names of ${label} for pickers`,
          query: NAME_PARAMETERS,
          answers: NAMES,
        },
        (call) => names(definition, call),
      ),
    ],
    [
      'list',
      get(
        wire,
        { needs: reading, takesKeys, summary: `List of ${label}`, query: listed, answers: pageOf(rowOf(definition)) },
        (call) => list(definition, serving, call),
      ),
    ],
    [
      'create',
      post(
        wire,
        {
          needs: needs('add'),
          creates: true,
          storesIdempotentResponse: true,
          ...(serving.mayBeLate && { mayBeLate: true }),
          body,
          beside,
          judge,
          query: CHECK,
          answers: recordOf(definition, serving.adds),
          summary: `New ${single}`,
        },
        (call) => create(definition, serving, call),
      ),
    ],
    [
      'show',
      get(`${wire}/:id`, { needs: reading, takesKeys, answers: recordOf(definition), summary: single }, (call) =>
        show(definition, call),
      ),
    ],
    [
      'update',
      put(
        `${wire}/:id`,
        {
          needs: needs('edit'),
          isPartial: true,
          body: { ...body, version: VERSION },
          beside,
          judge,
          query: CHECK,
          answers: recordOf(definition),
          summary: `Change of ${single}`,
        },
        (call) => update(definition, serving, call),
      ),
    ],
    [
      'destroy',
      del(
        `${wire}/:id`,
        { needs: needs('delete'), ...AS_SEEN, answers: null, summary: `${single} into the trash` },
        (call) => destroy(definition, serving, call),
      ),
    ],
    [
      'restore',
      post(
        `${wire}/:id/restore`,
        { needs: needs('delete'), ...AS_SEEN, answers: recordOf(definition), summary: `${single} out of the trash` },
        (call) => restore(definition, serving, call),
      ),
    ],
    [
      'history',
      get(
        `${wire}/:id/history`,
        { needs: needs('read'), summary: `History of ${single}`, query: pageParameters(), answers: pageOf(ACTIVITY) },
        (call) => history(definition, call),
      ),
    ],
  ]
  if (definition.flow?.steps.restore || left.has('destroy')) left.add('restore')
  if (definition.isMadeElsewhere) left.add('create')
  return [
    ...routes
      .filter(([name]) => (definition.sheets.isOnly ? name === 'list' : !left.has(name)))
      .map(([, route]) => route),
    ...sheetRoutes(definition, serving, needs),
  ]
}
