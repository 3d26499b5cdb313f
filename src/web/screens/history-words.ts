import type { ActivityLine } from '../../shared/api.ts'
import { type Field, type Kind, shownAs } from '../../shared/fields.ts'
import { formatDay, formatMoment, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'

const ACTS: Record<string, string> = {
  create: '{{who}} created this',
  destroy: '{{who}} deleted this',
  restore: '{{who}} restored this',
  import: '{{who}} imported this',
}
/** Too long, or not words at all: that it changed is enough. */
const UNSAID: readonly Kind[] = ['longText', 'richText', 'files', 'signature', 'address']
const LONGEST = 80

/** One line of a history in the reader's language: 'Nguyễn Lan changed Status from New to Processing'. */
export function sentencesOf(definition: Definition, line: ActivityLine, zone = 'Asia/Ho_Chi_Minh'): string[] {
  const who = line.actor?.name ?? t('The system')
  const act = ACTS[line.action]
  if (line.action === 'create') return [t(act ?? '', { who })]
  const changes = Object.entries(line.changes ?? {}).flatMap(([name, change]) =>
    sentenceOf(definition, who, name, change, zone),
  )
  const opening = act
    ? [t(act, { who })]
    : line.action === 'update'
      ? []
      : [t('{{who}}: {{action}}', { who, action: actionLabel(line.action) })]
  const all = [...opening, ...changes]
  return all.length > 0 ? all : [t('{{who}} saved this', { who })]
}

function sentenceOf(definition: Definition, who: string, name: string, change: unknown, zone: string): string[] {
  const field = definition.fields[name]
  if (!field || !Array.isArray(change))
    return typeof change === 'string' && change ? [`${t(titled(name))}: ${change}`] : []
  const label = t(field.label)
  if (UNSAID.includes(shownAs(field))) return [t('{{who}} changed {{field}}', { who, field: label })]
  const [before, after] = [say(field, change[0], zone), say(field, change[1], zone)]
  if (before === after) return []
  if (!before) return [t('{{who}} set {{field}} to {{after}}', { who, field: label, after })]
  if (!after) return [t('{{who}} cleared {{field}} (was {{before}})', { who, field: label, before })]
  return [t('{{who}} changed {{field}} from {{before}} to {{after}}', { who, field: label, before, after })]
}

/** A value in words; '' for nothing. */
export function say(field: Field, value: unknown, zone: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map((one) => say(field, one, zone)).join(', ')
  if (typeof value === 'object') return 'name' in value ? String(value.name) : ''
  const kind = shownAs(field)
  if (kind === 'flag') return value ? t('Yes') : t('No')
  if (kind === 'moment') return formatMoment(String(value), zone)
  if (kind === 'date') return formatDay(String(value))
  if (typeof value === 'number' && kind !== 'ref' && kind !== 'refs') return formatNumber(value, currentLanguage(), 6)
  if (kind === 'ref' || kind === 'refs') return `#${String(value)}`
  const choice = field.of?.find((one) => one.value === value)
  const words = choice ? t(choice.label) : String(value)
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words
}

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
const actionLabel = (action: string) => t(titled(action.replaceAll('-', ' ')))
