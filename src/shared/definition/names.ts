import { text } from '../fields.ts'

/**
 * What a chain's own words are called besides their Vietnamese `name`. Spread into the fields of a definition they become its `titleIn`:
 * whoever reads in that language is shown this one where it is given.
 */
export const otherNames = (max: number) => ({
  name_en: text('Name in English', { max, search: true }),
  name_ko: text('Name in Korean', { max, search: true }),
})
