import { refuse } from '../../../shared/refusals.ts'
import type { Definition } from '../../../shared/resource.ts'
import type { Right } from '../../../shared/users/permissions.ts'
import { limitConcurrency } from '../../concurrency-limit.ts'
import { refusalOf } from '../../http/errors.ts'
import { sentProperties } from '../../http/openapi/inputs.ts'
import { type Call, type Needs, post, type Route } from '../../http/route.ts'
import type { ModuleOptions } from '../module-options.ts'
import { type Answered, answersOf, BATCH, type Told } from './answers.ts'
import { readRecords } from './read.ts'
import { keySetsOf, type Sent } from './sent.ts'
import { writeChunk } from './write.ts'

const RECORDS_MOST = 1000
const BYTES_MOST = 4 * 2 ** 20
/** Written in one transaction: others wait for none of its locks for long, and the disk is waited for once. */
const CHUNK = 25
const EXTERNAL_ID_MOST = 100

/** Many at once take turns, so that other calls find a processor and a connection. */
const inTurn = limitConcurrency(2)

/** `POST x/batch`: many records of another system, each with its own outcome. Sent again it changes nothing. */
export function batchRoutes(definition: Definition, serving: ModuleOptions, needs: (flag: Right) => Needs): Route[] {
  const { batch, wire, label } = definition
  if (!batch) return []
  return [
    post(
      `${wire}/batch`,
      {
        needs: needs('add'),
        bytesMost: BYTES_MOST,
        beside: { records: { ...recordsSchema(definition), isNeeded: true } },
        answers: BATCH,
        summary: `${label} of another system, up to ${RECORDS_MOST} at once, each with its own outcome; sent again it changes nothing`,
      },
      (call) => inTurn(() => take(definition, serving, call)),
    ),
  ]
}

const recordsSchema = (definition: Definition) => ({
  type: 'array',
  minItems: 1,
  maxItems: RECORDS_MOST,
  description: `Fields as for one record; what is pointed at may be named by its code or name. Of a record that is there, what is not named stays. Known again by \`external_id\`${knownByWords(definition)}.`,
  items: {
    type: 'object',
    required: ['external_id'],
    properties: {
      external_id: {
        type: 'string',
        minLength: 1,
        maxLength: EXTERNAL_ID_MOST,
        description: 'What the sender calls the record',
      },
      ...numberSchema(definition),
      ...sentProperties(definition.fields),
    },
    additionalProperties: false,
  },
})

/** The number that people are told, where records are known by it. */
function numberSchema({ fields, ...definition }: Definition): Record<string, object> {
  const known = keySetsOf({ fields, ...definition }).flat()
  return Object.fromEntries(
    known.flatMap((name) => (fields[name]?.prefix === undefined ? [] : [[name, { type: 'string', maxLength: 40 }]])),
  )
}

function knownByWords(definition: Definition): string {
  const named = keySetsOf(definition).map((names) => names.map((name) => `\`${name}\``).join(' and '))
  return named.length > 0 ? `, else by ${named.join(', or ')}` : ''
}

async function take(definition: Definition, serving: ModuleOptions, call: Call): Promise<Told> {
  const { records } = call.request.body as { records?: unknown } // an object, as the body check made sure
  if (!Array.isArray(records) || records.length === 0) refuse('malformed')
  if (records.length > RECORDS_MOST) refuse('too large', { params: { max: RECORDS_MOST } })
  const answers: Answered[] = []
  for (let from = 0; from < records.length; from += CHUNK) {
    const sent = await readRecords(definition, serving, call, records.slice(from, from + CHUNK), from)
    answers.push(...(await written(definition, serving, call, sent)))
    call.context.feed.nudge()
  }
  return answersOf(answers, call.actor.language)
}

/** Together; where the database refuses one, each by itself, so that the others stand. */
async function written(
  definition: Definition,
  serving: ModuleOptions,
  call: Call,
  sent: readonly Sent[],
): Promise<Answered[]> {
  try {
    return await writeChunk(definition, serving, call, sent)
  } catch (error) {
    const refusal = refusalOf(error)
    if (sent.length === 1) {
      if (refusal.refusal === 'unexpected') throw error
      return sent.map(({ at, external_id }) => ({ at, external_id, refusal }))
    }
    const alone: Answered[] = []
    for (const one of sent) alone.push(...(await written(definition, serving, call, [one])))
    return alone
  }
}
