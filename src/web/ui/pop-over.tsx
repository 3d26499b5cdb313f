import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import css from './pop-over.module.css'

/** What the button must carry so that it says what it opens. */
export interface PopOverButton {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'dialog'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
}

/** Beside its button, or at the bottom of the window, where a thumb reaches it. */
type Align = 'start' | 'end' | 'bottom'

export interface PopOverProps {
  /** Names the panel. */
  label: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** px, or any CSS width; as wide as its content without one. */
  width?: number | string
  align?: Align
  className?: string
  button: (props: PopOverButton) => ReactNode
  children: ReactNode
}

/** A panel below its button, in the browser's own top layer. Escape, a click elsewhere and leaving it by Tab close it. */
export function PopOver({ label, isOpen, setOpen, width, align = 'start', className, button, children }: PopOverProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <>
      {button({
        ref: anchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <Panel
          id={id}
          label={label}
          anchor={anchor}
          align={align}
          width={width}
          className={className}
          close={() => setOpen(false)}
        >
          {children}
        </Panel>
      )}
    </>
  )
}

interface PanelProps extends Pick<PopOverProps, 'label' | 'width' | 'className' | 'children'> {
  id: string
  anchor: RefObject<HTMLButtonElement | null>
  align: Align
  close: () => void
}

function Panel({ id, label, anchor, align, width, className, close, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useTopLayer(panel, anchor, align)
  useClosing(panel, anchor, close)
  return (
    <div
      ref={panel}
      id={id}
      popover="manual"
      role="dialog"
      aria-label={label}
      className={`${css.panel} ${className ?? ''}`}
      style={{ width }}
      data-align={align}
      tabIndex={-1}
    >
      {children}
    </div>
  )
}

const FOCUSABLE =
  '[data-autofocus], input:not([disabled]), button:not([disabled]), a[href], select, textarea, [tabindex="0"]'

/** Shows it, keeps it beside its button, and gives the focus in and back. */
function useTopLayer(
  panel: RefObject<HTMLDivElement | null>,
  anchor: RefObject<HTMLElement | null>,
  align: Align,
): void {
  useLayoutEffect(() => {
    const [box, button] = [panel.current, anchor.current]
    if (!box || !button) return
    const place = () => placeBeside(box, button, align)
    box.showPopover()
    place()
    focusFirst(box)
    const size = new ResizeObserver(() => {
      place()
      // What was still on its way when the panel opened has come: the focus goes on to it.
      if (document.activeElement === box) focusFirst(box)
    })
    size.observe(box)
    window.addEventListener('resize', place)
    document.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      size.disconnect()
      window.removeEventListener('resize', place)
      document.removeEventListener('scroll', place, { capture: true })
      if (box.contains(document.activeElement)) button.focus({ preventScroll: true })
    }
  }, [panel, anchor, align])
}

function focusFirst(box: HTMLElement): void {
  const first = box.querySelector<HTMLElement>('[data-autofocus]') ?? box.querySelector<HTMLElement>(FOCUSABLE) ?? box
  first.focus({ preventScroll: true })
}

function useClosing(
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (panel.current?.contains(target) || anchor.current?.contains(target) || isOnTop(target))
    const onPointer = (event: PointerEvent) => !isInside(event.target) && latest.current()
    const onFocus = (event: FocusEvent) => event.relatedTarget && !isInside(event.relatedTarget) && latest.current()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.stopPropagation()
      anchor.current?.focus()
      latest.current()
    }
    const box = panel.current
    document.addEventListener('pointerdown', onPointer, true)
    box?.addEventListener('focusout', onFocus)
    box?.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer, true)
      box?.removeEventListener('focusout', onFocus)
      box?.removeEventListener('keydown', onKey)
    }
  }, [panel, anchor])
}

/** A menu or calendar opened from within stands elsewhere in the page, and belongs to the panel all the same. */
const isOnTop = (target: Node) =>
  target instanceof Element &&
  target.closest('[data-portal], .mantine-Popover-dropdown, .mantine-Combobox-dropdown') !== null

const GAP = 6
const MARGIN = 8

function placeBeside(box: HTMLElement, button: HTMLElement, align: Align): void {
  if (align === 'bottom') return
  const [at, view] = [button.getBoundingClientRect(), document.documentElement]
  const isEnd = (align === 'end') !== (view.dir === 'rtl')
  const left = isEnd ? at.right - box.offsetWidth : at.left
  const [below, above] = [view.clientHeight - at.bottom - GAP - MARGIN, at.top - GAP - MARGIN]
  const isAbove = below < Math.min(box.scrollHeight, 240) && above > below
  box.style.maxHeight = `${Math.max(120, isAbove ? above : below)}px`
  box.style.left = `${Math.max(MARGIN, Math.min(left, view.clientWidth - box.offsetWidth - MARGIN))}px`
  box.style.top = isAbove ? 'auto' : `${at.bottom + GAP}px`
  box.style.bottom = isAbove ? `${view.clientHeight - at.top + GAP}px` : 'auto'
}
