import { type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { escapeFor } from './early-escape.ts'

/**
 * Draws a dialog in a root of its own until it is finished, and answers with what.
 * @param none what Escape answers that comes before the dialog is there to hear it
 */
export function drawDialog<R>(draw: (finish: (result: R) => void) => ReactNode, none: R): Promise<R> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((answer) => {
    const finish = (result: R) => {
      stop()
      answer(result)
      root.unmount()
      place.remove()
    }
    const stop = escapeFor(() => finish(none))
    root.render(<Drawn tell={stop}>{draw(finish)}</Drawn>)
  })
}

function Drawn({ tell, children }: { tell: () => void; children: ReactNode }) {
  useLayoutEffect(tell, [tell])
  return children
}
