import { useState } from 'react'

const PLACE = 'price-checking-place'

/** Where one stands is said once a visit, also across a reload. */
export function useKept<T>(name: string, usual: T | null, is: (value: unknown) => value is T) {
  const key = `${PLACE}-${name}`
  const [value, setValue] = useState<T | null>(() => read(key, is) ?? usual)
  const set = (next: T | null) => {
    setValue(next)
    if (next) localStorage.setItem(key, JSON.stringify(next))
    else localStorage.removeItem(key)
  }
  return [value, set] as const
}

function read<T>(key: string, is: (value: unknown) => value is T): T | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return is(found) ? found : null
  } catch {
    return null
  }
}
