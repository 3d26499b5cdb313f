import { t } from '../../../shared/language.ts'
import css from './dialog-frame.module.css'
import { escapeFor } from './early-escape.ts'

/** What comes sooner shows itself soon enough. */
const AFTER_MS = 150

let isOpening = false

/**
 * Shows the frame of a dialog while what stands in it is still on its way. Until it is there no other opens: a second press means the same.
 * @returns what came; null where the frame was closed before it did
 */
export async function inFrame<M>(title: string, load: () => Promise<M>): Promise<M | null> {
  if (isOpening) return null
  isOpening = true
  const frame = document.createElement('dialog')
  frame.className = css.frame ?? ''
  frame.role = 'dialog'
  frame.append(Object.assign(document.createElement('h2'), { textContent: title }))
  frame.append(Object.assign(document.createElement('p'), { role: 'status', ariaLabel: t('Loading') }))
  const timer = setTimeout(() => {
    document.body.append(frame)
    frame.showModal()
  }, AFTER_MS)
  const left = Promise.withResolvers<null>()
  frame.addEventListener('cancel', () => left.resolve(null))
  const stop = escapeFor(() => left.resolve(null))
  try {
    return await Promise.race([load(), left.promise])
  } finally {
    isOpening = false
    stop()
    clearTimeout(timer)
    // Closed first, so that the focus is back at the button that the dialog itself gives it back to.
    frame.close()
    frame.remove()
  }
}
