import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import type { Change } from './figure-words.ts'
import css from './statistics.module.css'

/** How much more or less, in words; an arrow says it beside the colour. */
export function ChangeWords({ change: { words, tone, direction } }: { change: Change }) {
  const Arrow = direction === 'up' ? IconArrowUpRight : IconArrowDownRight
  return (
    <span className={css.change} data-tone={tone}>
      {direction === 'same' ? null : <Arrow size={14} aria-hidden="true" />}
      {words}
    </span>
  )
}
