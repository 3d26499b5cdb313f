import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../../shared/language.ts'
import { Icon } from './icon.tsx'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  className?: string
}

/** A dialog over the page; on a phone it rises from below. The browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children, className = '' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    const opener = document.activeElement
    shown?.showModal()
    return () => {
      shown?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it by Escape, which is a cancel
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="dialog-box">
        <div className="dialog-head">
          <h2>{title}</h2>
          <button type="button" className="icon-button" aria-label={t('Close')} onClick={onClose}>
            <Icon name="x" size={22} stroke={1.75} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
