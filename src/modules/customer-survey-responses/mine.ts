import { choice } from '../../shared/fields.ts'

/** A filter of the list beside the fields of a response. */
export const WITH = choice('With me', [{ value: 'me', label: 'Mine' }])
