import { sql } from 'kysely'
import type { Guard, ModuleOptions } from '#server/resource/module-options.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../../shared/message.ts'
import { refuse, refuseFields } from '../../../shared/refusals.ts'
import type { Face } from '../faces.ts'
import { isOver } from '../standing.ts'
import { deskRoutes } from './desk.server.ts'
import { ENDS_FIRST, eventImports, ONE_OF_BOTH } from './event-import.server.ts'
import { planRoutes } from './plan-routes.server.ts'
import { closingOf, heldEvent, refuseTooMuch, sealPlan } from './plans.server.ts'

const FIXED = (field: string) => pack('{{field}} is fixed once the event is released', { field })
const PAST = pack('The end must lie in the future')

/** What the fields of an event say of each other. */
function wrongIn({ starts_at, ends_at, bill_step, quantity_of_bills }: Columns): Record<string, string> {
  const isTurned = Boolean(starts_at && ends_at) && Date.parse(String(ends_at)) <= Date.parse(String(starts_at))
  return {
    ...(isTurned && { ends_at: ENDS_FIRST }),
    ...((bill_step ?? null) !== null && (quantity_of_bills ?? null) !== null && { quantity_of_bills: ONE_OF_BOTH }),
  }
}

/** Of a released event what was made public stays: its code, and when it began; its end may move while it lies ahead. */
function changedIn(face: Face, columns: Columns, old: Columns): Record<string, string> {
  if (old.stage === 'draft') return {}
  const differs = (name: string) =>
    name in columns && new Date(String(columns[name])).getTime() !== new Date(String(old[name])).getTime()
  const label = (name: string) => face.event.fields[name]?.label ?? name
  const hasBegun = new Date(String(old.starts_at)).getTime() <= Date.now()
  return {
    ...('code' in columns && columns.code !== old.code && { code: FIXED(label('code')) }),
    ...(hasBegun && differs('starts_at') && { starts_at: FIXED(label('starts_at')) }),
    ...(differs('ends_at') && new Date(String(columns.ends_at)).getTime() <= Date.now() && { ends_at: PAST }),
  }
}

const refuseWrong = (fields: Record<string, string>): void => {
  refuseFields(fields)
}

const isEnded = ({ stage, ends_at }: Columns): boolean =>
  stage === 'ended' || (stage !== 'draft' && new Date(String(ends_at)).getTime() <= Date.now())

const OVER: Guard = { where: sql.raw(isOver('b')), refusal: 'event over' }
const GUARDS: Readonly<Record<string, readonly Guard[]>> = {
  release: [
    {
      where: sql`not exists (select from gift_card_event_products p where p.event = b.id and p.deleted_at is null)`,
      refusal: 'no gifts',
    },
    { where: sql`b.ends_at <= clock_timestamp()`, refusal: 'invalid', fields: { ends_at: PAST } },
  ],
  pause: [OVER],
  resume: [OVER],
  end: [OVER],
}

/** What both faces of an event do. */
export const servingEvents = (face: Face): ModuleOptions => ({
  before: {
    create: (columns) => {
      refuseWrong(wrongIn(columns))
      return columns
    },
    update: (columns, old) => {
      if (isEnded(old)) refuse('event over')
      refuseWrong({ ...wrongIn({ ...old, ...columns }), ...changedIn(face, columns, old) })
      return columns
    },
    destroy: (old) => {
      if (old.stage !== 'draft') refuse('event released')
    },
  },
  judge: (columns, { old }) => ({
    ...wrongIn({ ...old, ...columns }),
    ...(old && changedIn(face, columns, old)),
  }),
  guards: (step) => GUARDS[step] ?? [],
  after: {
    step: {
      release: async (id, { tx, actor, context }) => {
        await refuseTooMuch(tx, id)
        await sealPlan(tx, context.config.keys, await heldEvent(tx, id), null, actor)
      },
      end: async (id, { tx }) => {
        await closingOf(tx, id)
      },
    },
  },
  imports: eventImports(face),
  routes: [...deskRoutes(face), ...planRoutes(face)],
})
