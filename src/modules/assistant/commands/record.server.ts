import { sql } from 'kysely'
import { ident, row } from '#server/db/db.ts'
import { showJson } from '#server/resource/query/list.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { shownAs } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import { tIn } from '../../../shared/language.ts'
import { type Definition, numberFieldOf } from '../../../shared/resource.ts'
import type { Asker } from '../data/counting.server.ts'
import { mayRead } from '../data/rights.server.ts'
import { isPerson, keyWords, stateFields } from '../data/shown.ts'
import type { Unit } from '../language/units.ts'
import { askable } from '../language/vocabulary.server.ts'
import { type Reply, saying } from '../reply.ts'

const CODE = /^(?:\d{4}-\d{6}|\p{L}{1,3}\d{3,12})$/u

/** Who handles a record and how it stands, by the number that it is called by; null where the sentence names none. */
export async function recordAnswer(
  asker: Asker,
  units: readonly Unit[],
): Promise<{ reply: Reply; path: string | null } | null> {
  const code = units.find(({ raw }) => CODE.test(raw))?.raw
  if (!code) return null
  const { actor, db, timeZone } = asker
  const { language } = actor
  const found = await find(asker, code)
  if (found === 'no register') return null
  const text = found && (await showJson(db, found.definition, found.id, scopeOf(found.definition, actor), language))
  if (!found || !text)
    return {
      reply: saying(tIn(language, '“{{what}}” is not there, or not yours to see.', { what: code.toUpperCase() })),
      path: null,
    }
  const { definition, id } = found
  const record: Record<string, unknown> = JSON.parse(text)
  const told = [...stateFields(definition), ...peopleFields(definition)].flatMap((name) => {
    const field = definition.fields[name]
    const value = record[name]
    if (!field || value === null || value === undefined)
      return isPerson(field) && field ? [{ label: tIn(language, field.label), value: tIn(language, 'Nobody yet') }] : []
    const shown = shownAs(field) === 'moment' ? formatMoment(String(value), timeZone) : keyWords(field, value, language)
    return [{ label: tIn(language, field.label), value: shown }]
  })
  const path = `/${definition.name}/view/${id}`
  const title = `${tIn(language, definition.one)} ${code.toUpperCase()}`
  return {
    path,
    reply: {
      ...saying(`${title}. ${told.map(({ label, value }) => `${label}: ${value}`).join('. ')}.`),
      understood: title,
      figure: {
        kind: 'list',
        label: title,
        rows: told.map(({ label, value }) => ({ label, value: null, shown: value })),
      },
      links: [{ label: title, path }],
    },
  }
}

/** Who has it: the people of its ownership, else whom its list shows. */
const peopleFields = ({ fields, ownership, list }: Definition): string[] => {
  const own = (ownership.people ?? [])
    .map((name) => name.split('.')[0] ?? name)
    .filter((name) => isPerson(fields[name]))
  const names = own.length > 0 ? own : list.filter((name) => isPerson(fields[name]))
  return [
    ...new Set([...names, ...(ownership.store && fields[ownership.store]?.kind === 'ref' ? [ownership.store] : [])]),
  ]
}

/** The record of that number among the registers that the asker reads. */
async function find(
  asker: Asker,
  code: string,
): Promise<{ definition: Definition; id: number } | null | 'no register'> {
  const { db, actor } = asker
  let isKnown = false
  for (const definition of askable()) {
    const prefix = definition.fields[numberFieldOf(definition) ?? '']?.prefix
    const numbered = prefix && new RegExp(`^${prefix}(\\d{4,12})$`, 'i').exec(code)
    const coded = definition.code && definition.fields[definition.code]?.unique ? definition.code : null
    if (!numbered && !(coded && /\d{4}/.test(code))) continue
    isKnown = true
    if (!mayRead(actor, definition)) continue
    const scope = scopeOf(definition, actor)
    const is = numbered
      ? sql`r.id = ${Number(numbered[1])}`
      : sql`r.${ident(coded ?? '')} = any(${[code, code.toUpperCase()]}::text[])`
    const found = await row(
      db,
      { id: 'number' },
      sql`select r.id from ${ident(definition.table)} r where ${is} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``} limit 1`,
    )
    if (found) return { definition, id: found.id }
  }
  return isKnown ? null : 'no register'
}
