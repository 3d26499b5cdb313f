/** What may stand in a recipient's or a sender's place: one plain address and nothing that a mail server could read as more. */
export const isAddress = (text: string): boolean =>
  text.length <= 254 && /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i.test(text)

/** One line for a header: without breaks, controls and what turns the direction of writing. */
export const oneLine = (text: string, most = 200): string =>
  [...text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()].slice(0, most).join('')

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
