import { checkValue } from '../../../shared/checks.ts'
import type { Fields } from '../../../shared/fields.ts'
import { tell } from '../../../shared/language.ts'
import type { Asked, Rules } from './kind.ts'

/** The rules of a form by its fields, which may depend on what was chosen; the server checks the same again. */
export function rulesOf<V extends Asked>(fieldsOf: (values: V) => Fields): Rules<V> {
  const errorOf = (name: string, values: V) => {
    const field = fieldsOf(values)[name]
    if (!field) return undefined
    const value: unknown = Reflect.get(values, name)
    const found = checkValue(field, value === false ? null : value)
    return 'error' in found ? tell(found.error) : undefined
  }
  return {
    errorOf,
    errorsOf: (values) =>
      Object.fromEntries(Object.keys(fieldsOf(values)).map((name) => [name, errorOf(name, values)])),
  }
}
