import { useLayoutEffect, useRef } from 'react'

interface GrowingProps {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  className: string
  id: string
  name: string
  placeholder?: string
  maxLength?: number
}

/** A box that grows with its text. */
export function GrowingText({ onChange, value, ...rest }: GrowingProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const area = box.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  }, [value])
  return <textarea {...rest} ref={box} value={value} onChange={(event) => onChange(event.target.value)} />
}
