import { type ReactNode, useState } from 'react'
import { PopOver } from '../../ui/pop-over.tsx'
import css from './drop-down.module.css'

interface DropDownProps {
  /** Names the button. */
  label: string
  width: number
  className?: string
  /** What the button shows. */
  sign: ReactNode
  children: (close: () => void) => ReactNode
}

/** A button of the top bar that opens a short list of links and buttons. */
export function DropDown({ label, width, className, sign, children }: DropDownProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <PopOver
      label={label}
      isOpen={isOpen}
      setOpen={setOpen}
      width={width}
      align="end"
      className={css.panel}
      button={(props) => (
        <button
          type="button"
          className={`${css.button} ${className ?? ''}`}
          title={label}
          aria-label={label}
          {...props}
        >
          {sign}
        </button>
      )}
    >
      {children(() => setOpen(false))}
    </PopOver>
  )
}
