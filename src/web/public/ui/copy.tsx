import { useState } from 'react'
import { t } from '../../../shared/language.ts'
import { Icon } from './icon.tsx'
import { writeClipboard } from './write-clipboard.ts'

const SAID_MS = 2500

/** Copies a text and says so. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [isDone, setDone] = useState(false)
  const copy = async () => {
    await writeClipboard(text)
    setDone(true)
    setTimeout(() => setDone(false), SAID_MS)
  }
  return (
    <button type="button" className="button is-quiet" onClick={copy}>
      {isDone ? <Icon name="check" size={20} stroke={2} /> : <Icon name="copy" size={20} stroke={1.75} />}
      <span aria-live="polite">{isDone ? t('Copied to the clipboard') : label}</span>
    </button>
  )
}

/** The device's own way to hand something on, where it has one. */
export function Share({ url, title }: { url: string; title: string }) {
  if (!navigator.share) return null
  return (
    <button
      type="button"
      className="button is-quiet"
      onClick={() => void navigator.share({ url, title }).catch(() => {})}
    >
      <Icon name="share-2" size={20} stroke={1.75} />
      {t('Share')}
    </button>
  )
}
