import { StoreField } from '../pick/store-field.tsx'
import type { Place } from '../places/place.ts'
import { PlaceFields } from '../places/place-fields.tsx'
import { DayField } from './day-field.tsx'
import type { DrawQuestion } from './question.tsx'
import { today } from './typed-values.ts'

/** What draws questions other than texts and choices, by kind of field; a page brings only what its form asks. */

export const Day: DrawQuestion = ({ part, name, label, isOptional, question }) => (
  <DayField
    part={part}
    name={name}
    label={label}
    isOptional={isOptional}
    {...(question.fromToday && { first: today() })}
  />
)

/** The only record that forms ask for by a picker: the store, always by the name `store`. */
export const StorePicker: DrawQuestion = ({ part: { values, errors, change }, label }) => (
  <StoreField part={{ values: { store: Number(values.store) || null }, errors, change }} ask={label} />
)

export const PlacePicker: DrawQuestion = ({ part, name, isOptional }) => (
  <PlaceFields
    name={name}
    place={part.values[name] as Place} // as `places` of conversions.ts begins it
    error={part.errors[name]}
    onChange={(place) => part.change({ [name]: place })}
    isOptional={isOptional}
  />
)
