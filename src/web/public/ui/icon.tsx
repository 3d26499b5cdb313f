import { FILLED, ICON_PATHS, type IconName } from './icon-paths.ts'

interface Props {
  name: IconName
  size?: number
  stroke?: number
  className?: string
}

/** A picture beside words; it says nothing of its own. */
export function Icon({ name, size = 20, stroke = 1.75, className }: Props) {
  const isFilled = FILLED.includes(name)
  return (
    <svg
      aria-hidden="true"
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke={isFilled ? 'none' : 'currentColor'}
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  )
}
