import { useState } from 'react'

/** How a person likes one list: kept in this browser. */
export interface Preferences {
  columns?: string[]
  isCompact?: boolean
}

/** The preferences of a list, and how to change them. */
export function usePreferences(list: string): [Preferences, (part: Partial<Preferences>) => void] {
  const [held, setHeld] = useState(() => read(list))
  const change = (part: Partial<Preferences>) => {
    const next = { ...held, ...part }
    setHeld(next)
    try {
      localStorage.setItem(keyOf(list), JSON.stringify(next))
    } catch {
      // Storage can be switched off; the wish then lasts as long as the page.
    }
  }
  return [held, change]
}

const keyOf = (list: string) => `list:${list}`

function read(list: string): Preferences {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    const columns = 'columns' in found && Array.isArray(found.columns) ? found.columns.map(String) : undefined
    return { columns, isCompact: 'isCompact' in found && found.isCompact === true }
  } catch {
    return {}
  }
}
