import { FILLED, ICON_PATHS, type IconName } from './icon-paths.ts'

interface Props {
  name: IconName
  size?: number
  stroke?: number
  className?: string
}

/** A picture beside words; it says nothing of its own. */
export const Icon = ({ name, ...look }: Props) => (
  <Glyph path={ICON_PATHS[name]} isFilled={FILLED.includes(name)} {...look} />
)

interface GlyphProps extends Omit<Props, 'name'> {
  path: string
  isFilled?: boolean
}

/** The same of a path that only one page draws. */
export function Glyph({ path, isFilled = false, size = 20, stroke = 1.75, className }: GlyphProps) {
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
      <path d={path} />
    </svg>
  )
}
