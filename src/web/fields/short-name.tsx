import { givenName, withoutPrefix } from '../../shared/short-names.ts'
import { readSession } from '../session.ts'
import { Face } from '../ui/avatar.tsx'
import css from './cell.module.css'
import { spokenName } from './spoken-name.ts'

/** A record's name where many stand below each other: a person by the given name, a store without the name of the chain. */
export function shortName(module: string | undefined, name: string): string {
  if (module === 'users') return givenName(name)
  const session = readSession()
  if (module === 'stores' && session.state === 'in') return withoutPrefix(name, session.user.store_prefix)
  return spokenName(module, name)
}

/** px of the face before a person's name. */
export const FACE_ROOM = 26

/** A person in a line of a table: the face and what they are called by; the whole name is for the tooltip and who listens. */
export const ShortPerson = ({ name }: { name: string }) => (
  <span className={css.person} title={name}>
    <Face name={name} size={20} />
    <span className="visually-hidden">{name}</span>
    <span aria-hidden="true">{givenName(name)}</span>
  </span>
)
