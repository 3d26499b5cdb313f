import { sql } from 'kysely'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { row, rows } from '../db/db.ts'
import { namedAnswer } from '../http/answers.ts'
import { get, type Route } from '../http/route.ts'
import { scopeOf } from '../resource/scope.ts'

const CONSENT_ROW = {
  purpose: 'string',
  version: 'string',
  language: 'string',
  channel: 'string',
  given_at: 'date',
  withdrawn_at: 'date?',
} as const
const CONSENT = namedAnswer('Consent', CONSENT_ROW)

/** What the sender of a public form agreed to, for who may see the record it made: among the routes of its resource. */
export const consentsRoute = (definition: Definition): Route =>
  get(
    ':id/consents',
    { needs: 'read', answers: { data: [CONSENT] }, summary: 'What was agreed to: purpose, version, time' },
    async ({ db, id, actor }) => {
      const scope = scopeOf(definition, actor)
      const seen = await row(
        db,
        sql`select 1 as n from ${sql.table(definition.table)} r where r.id = ${id} ${scope ? sql`and ${scope}` : sql``}`,
      )
      if (!seen) refuse('not found')
      const data = await rows(
        db,
        CONSENT_ROW,
        sql`select purpose, version, language, channel, given_at, withdrawn_at from consents
            where module = ${definition.name} and record_id = ${id} order by id`,
      )
      return { data }
    },
  )
