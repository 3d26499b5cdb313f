import { useSyncExternalStore } from 'react'

const print = matchMedia('print')

/**
 * A hook that says whether the screen is like this. A sheet of paper is narrow, yet what is printed is the screen as it stands: what is
 * drawn anew once the pages are laid out loses rows, and browsers leave the margins of a page empty whose content lies inert.
 */
export function screenQuery(query: string): () => boolean {
  const media = matchMedia(query)
  let stands = media.matches
  const listen = (onChange: () => void) => {
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
  const read = () => {
    if (!print.matches) stands = media.matches
    return stands
  }
  return () => useSyncExternalStore(listen, read)
}
