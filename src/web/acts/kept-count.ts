import { readStored, writeStored } from '../public/storage.ts'

/** How many acts are kept on this device, known without opening the database: the shell asks at each start. */

const COUNT = 'acts-kept'
const listeners = new Set<() => void>()

export const keptCount = (): number => Number(readStored(COUNT) ?? 0)

export function tellKeptCount(n: number): void {
  writeStored(COUNT, n || null)
  for (const listener of listeners) listener()
}

export function listenToKeptCount(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === COUNT) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', hear)
  }
}
