import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
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

/** A button that opens a short list of links and buttons; a click elsewhere or Escape closes it. */
export function DropDown({ label, width, className, sign, children }: DropDownProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={width} trapFocus returnFocus offset={6}>
      <Popover.Target>
        <button type="button" className={`${css.button} ${className ?? ''}`} title={label} aria-label={label} onClick={() => setOpen(!isOpen)}>
          {sign}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={label}>
        {children(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  )
}
