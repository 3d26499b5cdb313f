import css from './avatar.module.css'
import { useFileUrl } from './file-url.ts'

export interface PersonProps {
  name: string
  avatar?: string | null
  size?: number
}

/** A person: picture or initials, and the name. */
export function Person({ name, avatar = null, size = 24 }: PersonProps) {
  return (
    <span className={css.person}>
      <Face name={name} avatar={avatar} size={size} />
      <span className={css.name} title={name}>
        {name}
      </span>
    </span>
  )
}

/** Only the picture or the initials; decoration beside a name. */
export function Face({ name, avatar = null, size = 28 }: PersonProps) {
  const address = useFileUrl(avatar, 'thumbnail')
  const box = { width: size, height: size, fontSize: Math.max(9, Math.round(size * 0.4)) }
  if (address) return <img className={css.face} src={address} alt="" style={box} />
  return <span className={css.face} data-tone={toneOf(name)} data-initials={initials(name)} style={box} aria-hidden />
}

const TONES = ['violet', 'info', 'ok', 'warn', 'accent', 'mute']
const toneOf = (name: string) =>
  TONES[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TONES.length]

/** The last two words, as Vietnamese given names stand last; one letter of a Korean name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return words
    .slice(-2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
