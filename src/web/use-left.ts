import { useEffect, useState } from 'react'

/** Aborted once the component has left the screen. */
export function useLeft(): AbortSignal {
  const [controller] = useState(() => new AbortController())
  useEffect(() => () => controller.abort(), [controller])
  return controller.signal
}
