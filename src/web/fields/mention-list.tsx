import type { Editor } from '@tiptap/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Named } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { soughtName } from './mention-words.ts'
import css from './rich-text.module.css'

const LOOK_BACK = 60
const TYPING_PAUSE_MS = 150

interface Open {
  people: Named[]
  active: number
  length: number
  left: number
  top: number
}

export interface Mentions {
  open: Open | undefined
  choose: (person: Named) => void
  onKey: (event: KeyboardEvent) => boolean
}

/** Offers people while a name is typed after an @. */
export function useMentions(editor: Editor, find: ((search: string) => Promise<Named[]>) | undefined): Mentions {
  const [open, setOpen] = useState<Open>()
  const latest = useRef(find)
  useEffect(() => {
    latest.current = find
  })
  useEffect(() => {
    let timer: number | undefined
    let round = 0
    const look = () => {
      const sought = latest.current && editor.state.selection.empty ? soughtName(textBefore(editor)) : undefined
      window.clearTimeout(timer)
      const mine = ++round
      if (!sought) return setOpen(undefined)
      timer = window.setTimeout(async () => {
        const people = (await latest.current?.(sought.search).catch(() => [])) ?? []
        if (mine === round)
          setOpen(
            people.length > 0
              ? { people, active: 0, length: sought.length, ...placeOf(editor, sought.length) }
              : undefined,
          )
      }, TYPING_PAUSE_MS)
    }
    const close = () => setOpen(undefined)
    editor.on('transaction', look)
    editor.on('blur', close)
    return () => {
      window.clearTimeout(timer)
      editor.off('transaction', look)
      editor.off('blur', close)
    }
  }, [editor])

  const choose = useCallback(
    (person: Named) => {
      const { from } = editor.state.selection
      const range = { from: from - (open?.length ?? 0), to: from }
      const content = [
        { type: 'mention', attrs: { id: String(person.id), name: person.name } },
        { type: 'text', text: ' ' },
      ]
      editor.chain().focus().insertContentAt(range, content).run()
      setOpen(undefined)
    },
    [editor, open],
  )
  const onKey = (event: KeyboardEvent): boolean => {
    if (!open) return false
    const person = open.people[open.active]
    if (event.key === 'Escape') setOpen(undefined)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen({ ...open, active: (open.active + step + open.people.length) % open.people.length })
    } else if ((event.key === 'Enter' || event.key === 'Tab') && person && !event.ctrlKey) choose(person)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { open, choose, onKey }
}

export function MentionList({ mentions: { open, choose } }: { mentions: Mentions }) {
  if (!open) return null
  return (
    <div
      className={css.mentions}
      role="listbox"
      aria-label={t('Mention someone')}
      style={{ left: open.left, top: open.top }}
    >
      {open.people.map((person, at) => (
        <div
          key={person.id}
          role="option"
          tabIndex={-1}
          aria-selected={at === open.active}
          onMouseDown={(event) => {
            event.preventDefault()
            choose(person)
          }}
        >
          {person.name}
        </div>
      ))}
    </div>
  )
}

function textBefore(editor: Editor): string {
  const { $from } = editor.state.selection
  return $from.parent.textBetween(Math.max(0, $from.parentOffset - LOOK_BACK), $from.parentOffset, undefined, '\ufffc')
}

/** Where the @ stands, in fixed coordinates of the window. */
function placeOf(editor: Editor, length: number): { left: number; top: number } {
  const box = editor.view.coordsAtPos(Math.max(0, editor.state.selection.from - length))
  return { left: box.left, top: box.bottom + 4 }
}
