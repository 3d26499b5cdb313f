import {
  type Option,
  possibleAnswers,
  type Question,
  type QuestionKind,
  type Words,
} from '../../../shared/surveys/questions.ts'
import { uniqueKey } from '../../../web/unique.ts'
import type { KeptQuestion } from './questions.web.ts'

/** A question while it is edited: known by a key of its own, as a new one has no id yet. */
export interface Item {
  key: string
  id: number | null
  kind: QuestionKind
  text: Words
  options: Option[]
  is_required: boolean
  shown_if: { key: string; is: string[] } | null
  /** As it was answered, where it was. */
  answered: KeptQuestion | null
}

/** The ids of its line in the list, and of its text. */
export const lineIdOf = ({ key }: Pick<Item, 'key'>): string => `${key}-line`
export const textIdOf = ({ key }: Pick<Item, 'key'>): string => `${key}-text`

const askedOf = (questions: readonly KeptQuestion[]): KeptQuestion[] =>
  questions.filter(({ is_retired }) => !is_retired)

/** @param shown what stands on the page of them already, and keeps its key: so that the focus stays */
export function itemsOf(questions: readonly KeptQuestion[], shown: readonly Pick<Item, 'id' | 'key'>[] = []): Item[] {
  const keyOf = (id: number) => shown.find((one) => one.id === id)?.key ?? `q${id}`
  return askedOf(questions).map(({ id, kind, text, options, is_required, shown_if, ...kept }) => ({
    key: keyOf(id),
    ...{ id, kind, text, options: [...options], is_required },
    shown_if: shown_if && { key: keyOf(shown_if.question), is: [...shown_if.is] },
    answered: kept.has_answers ? { id, kind, text, options, is_required, shown_if, ...kept } : null,
  }))
}

/** What stands on the page once `sent` is kept: what was changed since stays so, of the questions as they are kept now. */
export function asSaved(now: readonly Item[], sent: readonly Item[], questions: readonly KeptQuestion[]): Item[] {
  const asked = askedOf(questions)
  const kept = itemsOf(
    questions,
    sent.map(({ key }, at) => ({ key, id: asked[at]?.id ?? null })),
  )
  if (now === sent) return kept
  return now.map((item) => {
    const { id, answered } = kept.find(({ key }) => key === item.key) ?? item
    return { ...item, id, answered }
  })
}

export const newItem = (kind: QuestionKind = 'rating'): Item => ({
  key: uniqueKey(),
  ...{ id: null, kind, text: { vi: '' }, is_required: false, shown_if: null, answered: null },
  options: optionsFor(kind, []),
})

const OPTION_KINDS: readonly QuestionKind[] = ['choice', 'choices']
export const hasOptions = (kind: QuestionKind): boolean => OPTION_KINDS.includes(kind)

/** What there is to choose from: two to begin with. */
export const optionsFor = (kind: QuestionKind, options: Option[]): Option[] =>
  hasOptions(kind) && options.length === 0 ? [newOption([]), newOption([{ key: 'o1', vi: '' }])] : options

export function newOption(others: readonly Option[]): Option {
  const taken = others.map(({ key }) => Number(key.slice(1)) || 0)
  return { key: `o${Math.max(0, ...taken) + 1}`, vi: '' }
}

/** The questions that may decide whether one is shown: those before it that are answered by a choice. */
export const deciders = (items: readonly Item[], at: number): Item[] =>
  items.slice(0, at).filter((item) => possibleAnswers(item).length > 0)

/** The conditions that still hold: of an earlier question, and of answers it has. What no longer does is dropped. */
export function settled(items: readonly Item[]): Item[] {
  return items.map((item, at) => {
    const { shown_if: condition } = item
    if (!condition) return item
    const earlier = deciders(items, at).find(({ key }) => key === condition.key)
    if (!earlier) return { ...item, shown_if: null }
    const is = condition.is.filter((one) => possibleAnswers(earlier).includes(one))
    return is.length === condition.is.length ? item : { ...item, shown_if: { key: earlier.key, is } }
  })
}

/** As the preview asks them. */
export const asQuestions = (items: readonly Item[]): Question[] =>
  items.map(({ kind, text, options, is_required, shown_if }, at) => ({
    ...{ id: at, kind, text, options, is_required },
    shown_if: shown_if && { question: items.findIndex(({ key }) => key === shown_if.key), is: shown_if.is },
  }))

/** As the server takes them. */
export const asSent = (items: readonly Item[]): object[] =>
  items.map(({ id, kind, text, options, is_required, shown_if }) => ({
    ...{ id, kind, text, is_required },
    options: hasOptions(kind) ? options : [],
    shown_if: shown_if && { at: items.findIndex(({ key }) => key === shown_if.key), is: shown_if.is },
  }))

/** Whether both would be kept as the same questions. */
export const isSame = (some: readonly Item[], others: readonly Item[]): boolean =>
  JSON.stringify(asSent(some)) === JSON.stringify(asSent(others))

/** Whether what was answered would be asked otherwise: another question then takes its place. */
export const isReplaced = ({ answered, kind, text, options }: Item): boolean =>
  answered !== null &&
  (answered.kind !== kind ||
    isOther(answered.text, text) ||
    answered.options.length !== options.length ||
    answered.options.some((option, at) => option.key !== options[at]?.key || isOther(option, options[at])))

const isOther = (known: Words, now: Words | undefined): boolean =>
  known.vi !== now?.vi || Boolean(known.en && known.en !== now.en) || Boolean(known.ko && known.ko !== now.ko)
