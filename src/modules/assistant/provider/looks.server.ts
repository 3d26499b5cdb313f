import { type Actor, actorMay } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { commentsOf } from '#server/discussion/comments.ts'
import type { Masks } from '#server/provider/masks.ts'
import { type ToolCall, textOf } from '#server/provider/talk.ts'
import { listJson, showJson } from '#server/resource/query/list.ts'
import { readListQuery } from '#server/resource/query/parse-query.ts'
import { scopeKey, scopeOf } from '#server/resource/scope.ts'
import type { Page } from '../../../shared/api.ts'
import { shownAs } from '../../../shared/fields.ts'
import { tIn } from '../../../shared/language.ts'
import { plainWords } from '../../../shared/plain-words.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import { moduleOf, modules } from '../../index.ts'
import { answerTo } from '../ask.server.ts'
import type { Look } from '../chat-events.ts'
import { toldOf } from './rows.server.ts'

export interface Looking {
  context: AppContext
  /** In the language of the conversation. */
  actor: Actor
  masks: Masks
}

const FOUND_EACH = 5
const FOUND_MOST = 30
const COMMENTS_MOST = 20
const WORDS_MOST = 200
const RESULT_MOST = 16_000

interface Found {
  look: Look
  result: unknown
}
const UNKNOWN = JSON.stringify({ error: 'not there, or not open to the person who asks' })

/** Runs one tool; `result` is for the service, masked. What is not there, or not the asker's to see, is said in words, and is no look. */
export async function lookBy(looking: Looking, call: ToolCall): Promise<{ look?: Look; result: string }> {
  const run = RUNS[call.name]
  const found = run && (await run(looking, call.input).catch(() => null))
  if (!found) return { result: UNKNOWN }
  return { look: found.look, result: looking.masks.hide(JSON.stringify(found.result).slice(0, RESULT_MOST)) }
}

const RUNS: Readonly<Record<string, (looking: Looking, input: ToolCall['input']) => Promise<Found | null>>> = {
  search,
  count,
  open,
  describe: async (looking, input) => describe(looking, textOf(input.address)),
}

/** A register that the asker may open. */
const isOpenTo = (actor: Actor, module: Definition): boolean =>
  !module.internal && (module.visibility === 'all' || actorMay(actor, module.permission, 'read'))

function registerOf(actor: Actor, name: string): Definition | undefined {
  const module = moduleOf(name.replace(/^\//, '').split(/[/?]/)[0] ?? '')
  return module && isOpenTo(actor, module) ? module : undefined
}

async function search({ context, actor, masks }: Looking, input: ToolCall['input']): Promise<Found | null> {
  const { language } = actor
  const register = textOf(input.register)
  const words = masks.reveal(textOf(input.words)).normalize('NFC').trim().slice(0, WORDS_MOST).replaceAll('\u0000', '')
  const only = register ? registerOf(actor, register) : undefined
  if (words === '' || (register !== '' && !only)) return null
  const among = (only ? [only] : modules).filter(
    (module) => isOpenTo(actor, module) && entriesOf(module).some(([, field]) => field.search),
  )
  const perpage = String(only ? FOUND_EACH * 3 : FOUND_EACH)
  const timeZone = context.config.timezone
  const found = await Promise.all(
    among.map(async (module) => {
      const query = readListQuery(module, { search: words, perpage })
      const key = `assistant ${module.wire} ${actor.language} ${scopeKey(module, actor)} ${JSON.stringify(query)}`
      const text = await listJson(context.db, { definition: module, query, actor, timeZone }, key)
      const { data } = JSON.parse(text) as Page<Record<string, unknown>> // listJson made it
      return data.map((row) => ({ register: module.name, ...toldOf(module, row, masks) }))
    }),
  )
  return {
    look: {
      tool: 'search',
      words: tIn(language, 'Searched for “{{words}}”', { words }),
      link: only ? `/${only.name}?search=${encodeURIComponent(words)}` : null,
    },
    result: found.flat().slice(0, FOUND_MOST),
  }
}

async function count({ context, actor, masks }: Looking, input: ToolCall['input']): Promise<Found | null> {
  const question = masks.reveal(textOf(input.question)).trim().slice(0, WORDS_MOST)
  if (question === '') return null
  const { text, understood, figure, links, act } = await answerTo(context, actor, question)
  return {
    look: {
      tool: 'count',
      words: tIn(actor.language, 'Counted: {{question}}', { question: understood ?? question }),
      link: links[0]?.path ?? null,
    },
    result: understood && !act ? { answer: text, rows: figure?.rows, links } : { error: 'not understood' },
  }
}

async function open({ context, actor, masks }: Looking, input: ToolCall['input']): Promise<Found | null> {
  const { language } = actor
  const module = registerOf(actor, textOf(input.register))
  const id = Number(input.id)
  if (!module || module.sheets.isOnly || !Number.isSafeInteger(id) || id < 1) return null
  const text = await showJson(context.db, module, id, scopeOf(module, actor), actor.language)
  if (text === null) return null
  const row = JSON.parse(text) as Record<string, unknown> // showJson made it
  const said = module.comments ? await commentsOf(context.db, module, id) : []
  const comments = said.slice(-COMMENTS_MOST).map(({ body, kind, created_at }) => ({
    from: kind === 'customer' ? 'customer' : 'staff',
    at: created_at,
    words: plainWords(body).slice(0, 1000),
  }))
  const title = String(row[module.code ?? ''] ?? row[module.title] ?? id)
  return {
    look: {
      tool: 'open',
      words: tIn(language, 'Read {{one}} {{title}}', { one: tIn(language, module.one), title }),
      link: `/${module.name}/view/${id}`,
    },
    result: { ...toldOf(module, row, masks), ...(comments.length > 0 && { comments }) },
  }
}

function describe({ actor }: Looking, address: string): Found | null {
  const { language } = actor
  const module = address ? registerOf(actor, address) : undefined
  if (address && !module) return null
  const screen = tIn(language, module?.label ?? 'All modules')
  const look: Look = {
    tool: 'describe',
    words: tIn(language, 'Looked at the screen {{screen}}', { screen }),
    link: `/${module?.name ?? 'modules'}`,
  }
  const named = ({ name, label }: Definition) => ({ register: name, label, here: tIn(language, label) })
  if (!module) return { look, result: modules.filter((one) => isOpenTo(actor, one)).map(named) }
  const fields = entriesOf(module)
    .filter(([, field]) => !field.secret)
    .map(([, field]) => ({
      label: field.label,
      here: tIn(language, field.label),
      kind: shownAs(field),
      choices: field.of?.map((one) => one.label),
    }))
  const tabs = module.views.map(({ path, label }) => ({
    address: `/${module.name}/${path}`,
    here: tIn(language, label),
  }))
  return { look, result: { ...named(module), fields, tabs } }
}
