import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { Task } from '../task.web.ts'
import type { ChecklistActs, Item } from './use-checklist.web.ts'

export interface ItemProps {
  item: Item
  task: Task
  acts: ChecklistActs
  /** Ticks it and notes what it asks for. */
  canGive: boolean
  /** Says what it asks for. */
  canShape: boolean
  /** Has it done again. */
  canSendBack: boolean
}

/** The range that is right, in words. */
export function rangeOf({ least, most, unit }: Pick<Item, 'least' | 'most' | 'unit'>): string | null {
  const say = (n: number) => formatNumber(n, currentLanguage(), 2)
  const of = unit ? ` ${unit}` : ''
  if (least !== null && most !== null) return `${say(least)} – ${say(most)}${of}`
  if (least !== null) return t('at least {{n}}', { n: `${say(least)}${of}` })
  return most === null ? null : t('at most {{n}}', { n: `${say(most)}${of}` })
}
