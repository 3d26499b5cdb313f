import { useSyncExternalStore } from 'react'

const large = matchMedia('(min-width: 75em)')
const print = matchMedia('print')
let wasLarge = large.matches

/**
 * Whether there is room for the menu beside the content. A sheet of paper is narrow, yet what is printed is the screen as it stands: if
 * the menu moved then, the content would lie inert behind it, and browsers leave the margins of such pages empty.
 */
export const useLargeScreen = (): boolean => useSyncExternalStore(listen, read)

function listen(onChange: () => void): () => void {
  large.addEventListener('change', onChange)
  return () => large.removeEventListener('change', onChange)
}

function read(): boolean {
  if (!print.matches) wasLarge = large.matches
  return wasLarge
}
