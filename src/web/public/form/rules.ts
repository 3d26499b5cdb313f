import { checkValue } from '../../../shared/checks.ts'
import type { Fields } from '../../../shared/fields.ts'
import { tell } from '../../../shared/message.ts'
import type { Errors, Rules } from './errors.ts'

/**
 * The rules of a form by its fields, which may depend on what was chosen; the server checks the same again.
 * @param sent the values as they are sent, by the names of the fields
 * @param beside what one field alone cannot tell, as packed messages
 */
export function rulesOf<V extends object>(
  fieldsOf: (values: V) => Fields,
  sent: (values: V) => object = (values) => values,
  beside: (values: V) => Errors = () => ({}),
): Rules<V> {
  const errorOf = (name: string, values: V) => {
    const field = fieldsOf(values)[name]
    if (!field) return undefined
    const value: unknown = Reflect.get(name === 'agreed' ? values : sent(values), name)
    const found = checkValue(field, value === false ? null : value)
    const packed = 'error' in found ? found.error : beside(values)[name]
    return packed && tell(packed)
  }
  return {
    errorOf,
    errorsOf: (values) =>
      Object.fromEntries(Object.keys(fieldsOf(values)).map((name) => [name, errorOf(name, values)])),
  }
}
