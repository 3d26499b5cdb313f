import type { Field } from '../../shared/fields.ts'
import { calledBy, givenName, withoutPrefix } from '../../shared/short-names.ts'
import { readSession } from '../session.ts'
import { Face } from '../ui/avatar.tsx'
import css from './cell.module.css'
import { isNamed } from './values.ts'

/** A record's name where many stand below each other: a person by the given name, a store without the name of the chain. */
export function shortName(module: string | undefined, name: string): string {
  if (module === 'users') return givenName(name)
  const session = readSession()
  if (module === 'stores' && session.state === 'in') return withoutPrefix(name, session.user.store_prefix)
  return name
}

/**
 * What a value is called by where many stand below each other: a person, or a record referred to; undefined of anything else.
 * @param isWhole a person's name is said whole, as that of the record itself
 */
export function calledShort({ kind, person, to }: Field, value: unknown, isWhole = false): string | undefined {
  if (person && !isWhole && typeof value === 'string' && value !== '') return calledBy(value)
  return kind === 'ref' && isNamed(value) ? shortName(to, value.name) : undefined
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
