/**
 * Stands in the bundle for the library by which the calendar's library repeats blocks (vite.config.ts): a repeated task is made by the
 * server, each by itself, and 13 kB are saved.
 */
class RRule {}
export default { RRule }
