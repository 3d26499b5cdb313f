import { sql } from 'kysely'
import { actorMay, storesOf } from '#server/actor.ts'
import { rows } from '#server/db/db.ts'
import { LANGUAGES, type Language, tIn } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { isPhone, normalizeText, plainPhone } from '../../../shared/vietnam/vietnam.ts'
import { complaints } from '../../complaints/complaints.ts'
import { moduleOf } from '../../index.ts'
import type { Asker } from '../data/counting.server.ts'
import { areSeen, numberedId } from '../data/rights.server.ts'
import { keyNames } from '../data/words.server.ts'
import { cover } from '../language/cover.ts'
import { languageData } from '../language/data.server.ts'
import type { Lexicon } from '../language/lexicon.ts'
import { unitsOf } from '../language/units.ts'
import type { Act } from '../reply.ts'

/** What a sentence says of a new complaint. */
export interface Drafted {
  act: Act | null
  /** Labels of what is still needed. */
  missing: string[]
  /** What could stand there, to be pressed. */
  offers: string[]
}

/** The words for a record that the asker may not choose. */
interface NotTheirs {
  notTheirs: string
}

const TITLE_MOST = 100

/**
 * A complaint of a sentence, to be read back; nothing is written. Null where the asker may make none, and what was said of a store that is
 * not theirs: another one is never put in its place.
 */
export async function draftedComplaint(
  asker: Asker,
  words: string,
  lexicon: Lexicon,
  language: Language,
): Promise<Drafted | NotTheirs | null> {
  const { actor } = asker
  if (!actorMay(actor, complaints.permission, 'add')) return null
  const phone = phoneIn(words)
  const said = phone ? words.replace(phone.typed, ' ') : words
  const customer = customerIn(said, language)
  // What was asked for afterwards says who and where, not what happened.
  const [happened = ''] = (customer ? said.replace(customer.typed, ' ') : said).split('\n')
  const content = tidy(withoutLeads(happened, language))
  const store = await recordIn(asker, said, lexicon, 'stores')
  if (store && 'notTheirs' in store) return store
  const named = await recordIn(asker, said, lexicon, 'ticket-types')
  const type = (named && 'id' in named ? named.id : null) ?? (await typeByWords(asker, said))
  const values: Record<string, string | number | null> = {
    title: titleOf(content),
    content: content && `<p>${escaped(content)}</p>`,
    store: store ? store.id : ownStore(asker),
    feedback_type: type,
    feedback_method: methodIn(said),
    customer_name: customer?.name ?? tIn(actor.language, 'Customer'),
    phone: phone?.number ?? null,
  }
  const missing = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === '' ? [labelOf(name, actor.language)] : [],
  )
  if (missing.length > 0) return { act: null, missing, offers: type === null ? await typeNames(asker) : [] }
  const shown = async (name: string) => {
    const value = String(values[name] ?? '')
    const field = complaints.fields[name as keyof typeof complaints.fields]
    return field?.to || field?.of
      ? ((await keyNames(asker, complaints as Definition, name, [value])).get(value) ?? value)
      : value
  }
  const names = ['title', 'store', 'feedback_type', 'feedback_method', 'customer_name', 'phone']
  const fields = await Promise.all(
    names.map(async (name) => ({ label: labelOf(name, actor.language), value: await shown(name) })),
  )
  return {
    act: {
      kind: 'confirm',
      title: tIn(actor.language, 'New complaint'),
      fields: [...fields, { label: labelOf('content', actor.language), value: content }],
      call: { path: complaints.wire, body: values },
    },
    missing: [],
    offers: [],
  }
}

const labelOf = (name: string, language: Language): string =>
  tIn(language, (complaints as Definition).fields[name]?.label ?? name)

const PHONE = /(?:\+?84|0)[\d\s.-]{8,13}\d/

function phoneIn(words: string): { typed: string; number: string } | null {
  const typed = PHONE.exec(words)?.[0]
  const number = typed && plainPhone(typed)
  return typed && number && isPhone(number) ? { typed, number } : null
}

/** Korean names have no capital letters: what introduces one, or the honorific behind it, tells it from other words. */
const KOREAN_CUSTOMERS = [
  /(?<![가-힣])(?:고객 ?이름|고객명|성함)(?:은|는)?[:\s]+([가-힣]{2,4}?)(?:\s?(?:님|씨|입니다))?(?![가-힣])/u,
  /(?<![가-힣])고객님?(?::\s*|\s+)([가-힣]{2,4}?)(?:\s?(?:님|씨)(?![가-힣])|\s*$)/u,
  /(?<![가-힣])(?!고객)([가-힣]{2,4}?)(?:\s?(?:님|씨)|\s?(?<![요다]\s?)고객님?)(?![가-힣])/u,
]

/** What is said to be the customer's name: words in capital letters behind one that introduces it, or behind 'anh', 'chị'. */
function customerIn(words: string, language: Language): { typed: string; name: string } | null {
  const capital = '\\p{Lu}\\p{L}*(?:\\s+\\p{Lu}\\p{L}*){0,5}'
  for (const one of [language, ...LANGUAGES]) {
    const { complaint, titles } = languageData(one)
    const leads = [...complaint.customer]
      .toSorted((a, b) => b.length - a.length)
      .map(asPattern)
      .join('|')
    const persons = titles.map(asPattern).join('|') || '(?!)'
    const found =
      new RegExp(`(?<![\\p{L}])(?:${leads})\\s*:?\\s*(?:là\\s+|is\\s+)?((?:(?:${persons})\\s+)?${capital})`, 'u').exec(
        words,
      ) ??
      new RegExp(`(?<![\\p{L}])((?:${persons})\\s+${capital})`, 'u').exec(words) ??
      (one === 'ko' ? KOREAN_CUSTOMERS.map((like) => like.exec(words)).find(Boolean) : null)
    if (found?.[1]) return { typed: found[0], name: found[1] }
  }
  return null
}

const asPattern = (phrase: string): string =>
  [...new Set([phrase, phrase.charAt(0).toUpperCase() + phrase.slice(1), normalizeText(phrase)])]
    .map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')

/** Without 'khách nói', 'số điện thoại' and the like, which say nothing of what happened. */
function withoutLeads(words: string, language: Language): string {
  const { said, phone } = languageData(language).complaint
  const leads = [...said, ...phone]
    .toSorted((a, b) => b.length - a.length)
    .map(asPattern)
    .join('|')
  return words
    .replace(new RegExp(`^[\\s:,.–-]*(?:${leads})(?![\\p{L}])[\\s:,]*(?:rằng|là|that)?`, 'u'), ' ')
    .replace(new RegExp(`(?:,|;|\\.)?\\s*(?:${leads})\\s*:?\\s*(?=[,;.]|$)`, 'gu'), ' ')
}

const tidy = (words: string): string =>
  words
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,;:.])/g, '')
    .replace(/(?:\s*[,;:]\s*)+(?=[,;:.]|$)/g, '')
    .replace(/^[\s:,.;–-]+|[\s,;:–-]+$/g, '')
    .trim()

function titleOf(content: string): string {
  const [sentence = ''] = content.split(/[.!?\n]/)
  const short = sentence.length > TITLE_MOST ? `${sentence.slice(0, TITLE_MOST).replace(/\s+\S*$/, '')} …` : sentence
  return short.charAt(0).toUpperCase() + short.slice(1)
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)

function ownStore({ actor }: Asker): number | null {
  const [only = null, ...more] = storesOf(actor)
  return more.length > 0 ? null : only
}

/** The first store or type by its name or number that the asker may choose; without an id where there is none of that number. */
async function recordIn(
  asker: Asker,
  words: string,
  lexicon: Lexicon,
  module: string,
): Promise<{ id: number | null } | NotTheirs | null> {
  const units = unitsOf(words)
  const target = moduleOf(module)
  let other: { id: null } | NotTheirs | null = null
  for (const { meanings, numbers, hasSlip, from, to } of cover(lexicon, units).matches)
    for (const one of meanings) {
      if (hasSlip || !target || (one.is !== 'record' && one.is !== 'numbered') || one.module !== module) continue
      const id = one.is === 'record' ? one.id : await numberedId(asker, target, numbers[0] ?? 0)
      if (id === null) {
        other ??= { id }
        continue
      }
      if (await areSeen(asker, target, [id])) return { id }
      other = { notTheirs: words.slice(units[from]?.from, units[to - 1]?.to) }
    }
  return other
}

async function typeNamed(asker: Asker): Promise<{ id: number; names: string[]; name: string }[]> {
  return rows(
    asker.db,
    { id: 'number', names: 'string[]', name: 'string' },
    sql`select id, array[name, coalesce(name_en, ''), coalesce(name_ko, '')] as names,
          coalesce(nullif(${asker.actor.language === 'en' ? sql`name_en` : asker.actor.language === 'ko' ? sql`name_ko` : sql`name`}, ''), name) as name
        from ticket_types where deleted_at is null and active order by position, id`,
  )
}

const typeNames = async (asker: Asker): Promise<string[]> =>
  (await typeNamed(asker)).map(({ name }) => name).slice(0, 12)

/** By what happened: the type whose words the data files know; else the one for all else. */
async function typeByWords(asker: Asker, words: string): Promise<number | null> {
  const types = await typeNamed(asker)
  const folded = ` ${normalizeText(words).replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const named = (name: string) =>
    types.find(({ names }) => names.some((one) => normalizeText(one) === normalizeText(name)))
  for (const language of LANGUAGES)
    for (const [name, hints] of Object.entries(languageData(language).complaint.types)) {
      const isSaid = hints.some((hint) =>
        folded.includes(language === 'ko' ? normalizeText(hint) : ` ${normalizeText(hint)} `),
      )
      const type = isSaid ? named(name) : undefined
      if (type) return type.id
    }
  return named('Other')?.id ?? null
}

const METHODS: readonly (readonly [RegExp, string])[] = [
  [/facebook|fanpage|페이스북/i, 'facebook'],
  [/e-?mail|이메일/i, 'email'],
  [/hòm thư|thùng góp ý|ideas? box|건의함/i, 'ideas_box'],
]
const methodIn = (words: string): string => METHODS.find(([like]) => like.test(words))?.[1] ?? 'hotline'
