/** So many records that somebody opened last are kept by their browser, and asked for at once. */
export const OPENED_MOST = 12
