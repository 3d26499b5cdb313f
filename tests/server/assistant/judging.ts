import type { Reply } from '../../../src/modules/assistant/reply.ts'
import type { Fact } from './facts.ts'

type Row = Readonly<Record<string, unknown>>

/** Whether a reply tells what is true: the number itself, the rows in their order, both periods, the part in percent, the name. */
export function judged(fact: Fact, truth: readonly Row[], reply: Reply): boolean {
  const [first] = truth
  if (!first) return fact.is === 'top' ? !reply.figure || reply.figure.rows.length === 0 : false
  const values = reply.figure?.rows.map(({ value }) => value) ?? []
  switch (fact.is) {
    case 'n':
      return numberIn(reply) === first.n
    case 'sum':
      return (
        isNear(numberIn(reply), Number(first.n)) ||
        isNear(values.length === 1 ? (values[0] ?? null) : null, Number(first.n))
      )
    case 'pair':
      return values[0] === first.n && values.at(-1) === first.before
    case 'percent':
      return percentIn(reply) === first.n
    case 'name':
      return reply.text.includes(String(first.n))
    default:
      return isInOrder(truth, reply)
  }
}

/** Those with as many records may stand in any order. */
function isInOrder(truth: readonly Row[], { figure }: Reply): boolean {
  const rows = figure?.rows ?? []
  return truth.every(({ label, n }, at) => {
    if (rows[at]?.value !== n) return false
    const isTied =
      truth.some((other, index) => index !== at && other.n === n) ||
      rows.some((row, index) => index >= truth.length && row.value === n)
    return isTied || [label].flat().includes(rows[at]?.label)
  })
}

/** What stands behind the line that says what was understood. */
function numberIn({ text, understood }: Reply): number | null {
  if (!understood || !text.startsWith(understood)) return null
  const found = /^: ([\d.,]+)/.exec(text.slice(understood.length))?.[1]
  return found ? plain(found) : null
}

function percentIn({ text }: Reply): number | null {
  const found = /: ([\d.,]+)%/.exec(text)?.[1]
  return found ? Number(found.replace(',', '.')) : null
}

/** '1.234' and '12,5' in Vietnamese, '1,234' and '12.5' elsewhere; marks before three digits stand between thousands. */
function plain(shown: string): number {
  const whole = shown.replace(/[.,]+$/, '').replace(/[.,](?=\d{3}(?:\D|$))/g, '')
  return Number(whole.replace(',', '.'))
}

const isNear = (got: number | null, wanted: number): boolean =>
  got !== null && Math.abs(got - wanted) <= Math.max(0.051, Math.abs(wanted) * 1e-9)
