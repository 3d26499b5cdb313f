import { sql } from 'kysely'
import { actorMay } from '#server/actor.ts'
import { rows } from '#server/db/db.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { type Call, get } from '#server/http/route.ts'
import { conditionsOf } from '#server/resource/query/conditions.ts'
import { many, readListQuery } from '#server/resource/query/parse-query.ts'
import { whereSql } from '#server/resource/query/where.ts'
import { pack } from '../../shared/message.ts'
import { OPENED_MOST } from '../../shared/opened.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { moduleOf } from '../index.ts'
import { linkTo, SHOWN, type Shown, shownSql } from './shown.server.ts'

const OPENED = namedAnswer('OpenedRecord', { module: 'string', ...SHOWN, link: 'string' })

const RECORD = /^([a-z-]{1,60}):([1-9]\d{0,14})$/
const RECORDS = { type: 'array', items: { type: 'string', pattern: RECORD.source }, maxItems: OPENED_MOST }

/** What somebody opened before, as it is called and stands now: their browser keeps no more of it than where it is. */
export const openedRoute = get(
  'search/opened',
  {
    needs: 'session',
    answers: { items: [OPENED] },
    summary: 'Records by module and id, in this order; those that are gone or not open to the caller are left out',
    query: { record: { says: 'module and id, e.g. `complaints:12`', schema: RECORDS } },
  },
  async (call) => {
    const asked = [...new Set(many(call.query.record))].map(placeOf)
    if (asked.length > OPENED_MOST) refuseRecord()
    const byModule = Map.groupBy(asked, ({ module }) => module)
    const found = await Promise.all([...byModule].map(([module, ones]) => shownOf(call, module, ones)))
    const known = new Map(found.flat().map((one) => [`${one.module}:${one.id}`, one]))
    return { items: asked.flatMap(({ module, id }) => known.get(`${module}:${id}`) ?? []) }
  },
)

interface Place {
  module: string
  id: string
}

function placeOf(said: string): Place {
  const [, module = '', id = ''] = RECORD.exec(said) ?? refuseRecord()
  return { module, id }
}

const refuseRecord = (): never =>
  refuse('invalid', { fields: { record: pack('{{field}} is not valid', { field: 'record' }) } })

async function shownOf({ db, actor }: Call, module: string, ones: readonly Place[]) {
  const definition: Definition | undefined = moduleOf(module)
  if (!definition || definition.internal || !actorMay(actor, definition.permission, 'read')) return []
  const query = readListQuery(definition, { id: ones.map(({ id }) => id) })
  const found: Shown[] = await rows(
    db,
    SHOWN,
    sql`select ${shownSql(definition, actor.language)} from ${sql.table(definition.table)} r
        where ${whereSql(conditionsOf({ definition, query, actor, timeZone: '' }))}`,
  )
  return found.map((one) => ({ module, ...one, link: linkTo(definition, one.id) }))
}
