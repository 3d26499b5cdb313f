import type { ActivityLine } from '../../../shared/api.ts'
import { type Field, type Kind, shownAs } from '../../../shared/fields.ts'
import { formatDay, formatMoment, formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { isSealedField } from '../../../shared/private.ts'
import type { Definition } from '../../../shared/resource.ts'

const ACTS: Record<string, string> = {
  create: '{{who}} created this',
  destroy: '{{who}} deleted this',
  restore: '{{who}} restored this',
  import: '{{who}} imported this',
  completed: '{{who}} completed this',
  sensitive_read: '{{who}} looked at private data',
  'undo-completed': '{{who}} undid the completion',
}
/** What of private data was shown in full. */
const LOOKED_AT = 'looked at'
/** Too long, or not words at all: that it changed is enough. */
const UNSAID: readonly Kind[] = ['longText', 'richText', 'files', 'signature', 'address', 'lines']
const LONGEST = 80
/** What every record carries: the act itself says it. */
const KEPT = ['deleted_at', 'updated_at', 'updated_by', 'version', 'completed_at', 'completed_by']

export interface Telling {
  zone: string
  /** The name of a record that a ref points at. */
  nameOf?: ((module: string, id: number) => string | undefined) | undefined
}

/** A person, whoever sent a public form, or the chain's own clock. */
export const actorOf = ({ actor, action, address }: ActivityLine): string =>
  actor?.name ?? t(action === 'create' && address ? 'The customer' : 'The system')

/** One line of a history in the reader's language: 'Nguyễn Lan changed Status from New to Processing'. */
export function sentencesOf(definition: Definition, line: ActivityLine, telling: Telling): string[] {
  const who = actorOf(line)
  const act = ACTS[line.action]
  if (act && line.action === 'create') return [t(act, { who })]
  const changes = Object.entries(line.changes ?? {}).flatMap(([name, change]) =>
    sentenceOf(definition, who, name, change, telling),
  )
  const all = [...openingOf(definition, line.action, who), ...changes]
  return all.length > 0 ? all : [t('{{who}} saved this', { who })]
}

function openingOf({ flow }: Definition, action: string, who: string): string[] {
  const act = ACTS[action]
  if (act) return [t(act, { who })]
  return action === 'update'
    ? []
    : [t('{{who}}: {{action}}', { who, action: t(flow?.steps[action]?.label ?? titled(action)) })]
}

function sentenceOf(definition: Definition, who: string, name: string, change: unknown, telling: Telling): string[] {
  const field = definition.fields[name]
  if (!Array.isArray(change) || KEPT.includes(name)) return []
  if (!field && name === LOOKED_AT) return [`${t(titled(name))}: ${t(String(change[1]))}`]
  if (!field) return typeof change[1] === 'string' && change[1] ? [`${t(titled(name))}: ${change[1]}`] : []
  const label = t(field.label)
  if (UNSAID.includes(shownAs(field))) return [t('{{who}} changed {{field}}', { who, field: label })]
  const [before, after] = [wordsOf(field, change[0], telling), wordsOf(field, change[1], telling)]
  if (before === after) return []
  if (!before) return [t('{{who}} set {{field}} to {{after}}', { who, field: label, after })]
  if (!after) return [t('{{who}} cleared {{field}} (was {{before}})', { who, field: label, before })]
  return [t('{{who}} changed {{field}} from {{before}} to {{after}}', { who, field: label, before, after })]
}

/** A value in words; '' for nothing. */
export const say = (field: Field, value: unknown, zone: string): string => wordsOf(field, value, { zone })

function wordsOf(field: Field, value: unknown, telling: Telling): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map((one) => wordsOf(field, one, telling)).join(', ')
  if (typeof value === 'object') return calledIn(value)
  if (isSealedField(field)) return String(value)
  const kind = shownAs(field)
  if (kind === 'flag') return value ? t('Yes') : t('No')
  if (kind === 'moment') return formatMoment(String(value), telling.zone)
  if (kind === 'date') return formatDay(String(value))
  if (kind === 'ref' || kind === 'refs') return telling.nameOf?.(field.to ?? '', Number(value)) ?? `#${String(value)}`
  if (typeof value === 'number') return formatNumber(value, currentLanguage(), 6, !field.ungrouped)
  const choice = field.of?.find((one) => one.value === value)
  const words = choice ? t(choice.label) : String(value)
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words
}

/** A record told by its name, or by its number. */
const calledIn = (value: object): string =>
  'name' in value ? String(value.name) : 'number' in value ? String(value.number) : ''

/** The records that the changes of these lines point at, by module. */
export function mentionedIn(definition: Definition, lines: readonly ActivityLine[]): Record<string, number[]> {
  const found: Record<string, Set<number>> = {}
  for (const [name, change] of lines.flatMap((line) => Object.entries(line.changes ?? {}))) {
    const field = definition.fields[name]
    if (!field?.to || !Array.isArray(change)) continue
    const ids = found[field.to] ?? new Set<number>()
    found[field.to] = ids
    for (const id of change.flat()) if (Number.isInteger(Number(id)) && id !== null) ids.add(Number(id))
  }
  return Object.fromEntries(Object.entries(found).map(([module, ids]) => [module, [...ids].sort((a, b) => a - b)]))
}

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]/g, ' ')
