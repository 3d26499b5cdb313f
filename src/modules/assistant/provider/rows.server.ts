import type { Masks } from '#server/provider/masks.ts'
import { type Field, shownAs } from '../../../shared/fields.ts'
import { plainWords } from '../../../shared/plain-words.ts'
import { isPrivateField } from '../../../shared/private.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'

const TEXT_MOST = 3000

/** A record as a generative service may see it: by the labels of its fields, without what is private, people's names under marks. */
export function toldOf(definition: Definition, row: Record<string, unknown>, masks: Masks): Record<string, unknown> {
  for (const [name, field] of entriesOf(definition)) if (field.person) masks.know(row[name])
  const told: Record<string, unknown> = { id: row.id, link: `/${definition.name}/view/${String(row.id)}` }
  for (const [name, field] of entriesOf(definition)) {
    const value = row[name]
    if (value === undefined || value === null || value === '' || isPrivateField(field) || field.secret) continue
    const words = wordsOf(field, value)
    if (words !== null) told[field.label] = words
  }
  return { ...told, 'Created at': row.created_at }
}

function wordsOf(field: Field, value: unknown): unknown {
  const kind = shownAs(field)
  if (kind === 'files' || kind === 'signature' || kind === 'lines') return null
  if (kind === 'richText' || kind === 'longText') return plainWords(String(value)).slice(0, TEXT_MOST)
  if (Array.isArray(value)) return value.map((one) => wordsOf(field, one)).join(', ') || null
  if (typeof value === 'object' && value !== null) return 'name' in value ? String(value.name) : null
  if (kind === 'choice' || kind === 'choices')
    return field.of?.find((one) => one.value === value)?.label ?? String(value)
  return typeof value === 'string' ? value.slice(0, TEXT_MOST) : value
}
