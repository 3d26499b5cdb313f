import { useCallback, useMemo, useRef, useState } from 'react'
import type { MailRow } from '../../../shared/mail.ts'

const NONE: ReadonlySet<string> = new Set()

/** Which conversations are selected, and where the keys stand. Both follow the mails, not their places. */
export function useSelection(rows: readonly MailRow[], of: string) {
  const [held, hold] = useState<{ of: string; ids: ReadonlySet<string> }>({ of, ids: NONE })
  const [cursor, setCursor] = useState<string | null>(null)
  const anchor = useRef<number>(0)
  const ids = held.of === of ? held.ids : NONE
  const chosen = useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids])
  const latest = useRef({ rows, ids, of })
  latest.current = { rows, ids, of }
  const select = useCallback((at: number, isRange: boolean) => {
    const now = latest.current
    const next = new Set(now.ids)
    const row = now.rows[at]
    if (!row) return
    if (isRange) {
      const [from, to] = [Math.min(anchor.current, at), Math.max(anchor.current, at)]
      for (const one of now.rows.slice(from, to + 1)) next.add(one.id)
    } else {
      if (!next.delete(row.id)) next.add(row.id)
      anchor.current = at
    }
    hold({ of: now.of, ids: next })
  }, [])
  const all = () => hold({ of, ids: ids.size === rows.length ? NONE : new Set(rows.map(({ id }) => id)) })
  const clear = () => hold({ of, ids: NONE })
  return { ids, chosen, select, all, clear, cursor, setCursor }
}

export type Selection = ReturnType<typeof useSelection>
