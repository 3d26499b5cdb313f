import type { Brought } from './complaints.ts'
import type { Chance } from './random.ts'
import { fill } from './text.ts'
import { CLOSING_WORDS, CUSTOMER, GOODS_TALK, MONEY_TALK, STAFF_FIRST, STAFF_LATER } from './words/replies.ts'

export type Solution = 'apology' | 'exchange_refund' | 'compensation'
type Speaker = 'first' | 'later' | 'customer'

const GOODS = ['Chất lượng sản phẩm', 'Hàng hóa', 'Sai giá', 'Dịch vụ giao hàng']
const WORDS_ONLY = ['Khen ngợi', 'Khác', 'Thái độ phục vụ']
const COMMON: Record<Speaker, readonly string[]> = { first: STAFF_FIRST, later: STAFF_LATER, customer: CUSTOMER }

/** What is said below such a complaint. */
export function wordsOf({ type, facts }: Brought, speaker: Speaker, chance: Chance): string {
  const more = GOODS.includes(type.name) ? GOODS_TALK[speaker] : type.name === 'Thanh toán' ? MONEY_TALK[speaker] : []
  return fill(chance.pick([...COMMON[speaker], ...more]), { ...facts }, chance)
}

export function solutionOf({ type, story }: Brought, chance: Chance): Solution {
  if (story.only || WORDS_ONLY.includes(type.name)) return 'apology'
  const isAboutGoods = GOODS.includes(type.name) || type.name === 'Thanh toán'
  return chance.weighted(['apology', 'exchange_refund', 'compensation'] as const, (one) =>
    one === 'apology' ? (isAboutGoods ? 2 : 8) : one === 'exchange_refund' ? (isAboutGoods ? 6 : 0.5) : 1,
  )
}

/** The closing words that fit what was wrong and what was done about it. */
export function closingOf(brought: Brought, solution: Solution, chance: Chance): string {
  return chance.pick(CLOSING_WORDS[kindOf(brought, solution)])
}

const REFUNDS: Record<string, keyof typeof CLOSING_WORDS> = {
  'Chất lượng sản phẩm': 'goods',
  'Hàng hóa': 'goods',
  'Sai giá': 'price',
  'Thanh toán': 'money',
  'Dịch vụ giao hàng': 'delivery',
}

function kindOf({ type, story }: Brought, solution: Solution): keyof typeof CLOSING_WORDS {
  if (type.name === 'Khen ngợi') return 'praise'
  if (story.origin.startsWith('Ghi nhận')) return 'suggestion'
  if (solution === 'exchange_refund') return REFUNDS[type.name] ?? 'refund'
  if (solution === 'compensation') return 'compensation'
  return type.name === 'Thái độ phục vụ' ? 'staff' : 'apology'
}
