import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import css from './sortable.module.css'

interface SortableProps<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  nameOf: (item: T) => string
  onChange: (items: T[]) => void
  children: (item: T) => ReactNode
}

/** A list whose order a person gives: by dragging the handle of a line, or with the arrow keys on it. */
export function Sortable<T>({ items, keyOf, nameOf, onChange, children }: SortableProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const hint = useId()
  const [held, setHeld] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const focused = useRef<string>(undefined)
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || to === from) return
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, item))
    focused.current = keyOf(item)
    setAnnouncement(t('{{name}}: place {{n}} of {{total}}', { name: nameOf(item), n: to + 1, total: items.length }))
  }
  useEffect(() => {
    // A line that was moved in the page loses the focus.
    const handle = focused.current && handleOf(list.current, focused.current)
    focused.current = undefined
    if (handle && document.activeElement !== handle) handle.focus({ preventScroll: true })
  })
  useDragging(list, held, items.map(keyOf), move, () => setHeld(undefined))
  const press = (event: KeyboardEvent, at: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    move(at, at + by)
  }
  return (
    <>
      <ul ref={list} className={css.list}>
        {items.map((item, at) => {
          const key = keyOf(item)
          return (
            <li key={key} data-held={held === key || undefined}>
              <button
                type="button"
                className={css.handle}
                data-handle={key}
                aria-label={t('Move {{name}}', { name: nameOf(item) })}
                aria-describedby={hint}
                onKeyDown={(event) => press(event, at)}
                onPointerDown={(event: PointerEvent) => event.isPrimary && setHeld(key)}
              >
                <IconGripVertical size={16} aria-hidden="true" />
              </button>
              {children(item)}
            </li>
          )
        })}
      </ul>
      <span id={hint} hidden>
        {t('Drag, or press the up and down arrows')}
      </span>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  )
}

const handleOf = (list: HTMLElement | null, key: string) =>
  [...(list?.querySelectorAll<HTMLElement>('[data-handle]') ?? [])].find((one) => one.dataset.handle === key)

/** While a line is held, it takes the place of the line under the pointer. */
function useDragging(
  list: { current: HTMLElement | null },
  held: string | undefined,
  keys: readonly string[],
  move: (from: number, to: number) => void,
  end: () => void,
): void {
  const latest = useRef({ keys, move, end })
  useEffect(() => {
    latest.current = { keys, move, end }
  })
  useEffect(() => {
    if (held === undefined) return
    const drag = ({ clientY }: globalThis.PointerEvent) => {
      const lines = [...(list.current?.children ?? [])].map((line) => line.getBoundingClientRect())
      const over = lines.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom)
      if (over >= 0) latest.current.move(latest.current.keys.indexOf(held), over)
    }
    const drop = () => latest.current.end()
    window.addEventListener('pointermove', drag)
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, drop)
    return () => {
      window.removeEventListener('pointermove', drag)
      for (const name of ['pointerup', 'pointercancel']) window.removeEventListener(name, drop)
    }
  }, [held, list])
}
