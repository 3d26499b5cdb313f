import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import css from './checklist.module.css'
import type { ChecklistActs } from './use-checklist.web.ts'

/** One line more; several that are pasted become as many items. */
export function AddLine({ acts, isFirst }: { acts: ChecklistActs; isFirst: boolean }) {
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const add = async (titles: string) => {
    if (titles.trim() === '' || isBusy) return
    setBusy(true)
    const isDone = await acts.add(titles)
    setBusy(false)
    if (isDone) setTyped('')
    const n = titles.split('\n').filter((line) => line.trim() !== '').length
    if (isDone && n > 1) snackbar(t('{{n}} items are added', { n }), { variant: 'alert', colour: 'ok' })
    // Whoever has gone elsewhere meanwhile stays there.
    const now = document.activeElement
    if (now === document.body || input.current?.parentElement?.contains(now)) input.current?.focus()
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/\S\s*\n\s*\S/.test(text)) return
    event.preventDefault()
    const { selectionStart: from, selectionEnd: to } = event.currentTarget
    void add(`${typed.slice(0, from ?? typed.length)}${text}${typed.slice(to ?? typed.length)}`)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void add(typed)
  }
  return (
    <div className={css.add}>
      <input
        ref={input}
        data-add-item
        value={typed}
        maxLength={500}
        aria-label={t('New item')}
        placeholder={isFirst ? t('What is to do first? Several lines pasted become as many items') : t('Add an item')}
        readOnly={isBusy}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
        onPaste={paste}
      />
      <Button
        size="xs"
        variant="default"
        disabled={typed.trim() === ''}
        loading={isBusy}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => void add(typed)}
      >
        {t('Add')}
      </Button>
    </div>
  )
}
