/** What may go along with one mail to a customer: so many files, and so many bytes of them together. */
export const FILES_MOST = 10
export const BYTES_MOST = 15 * 2 ** 20
