/** Why the server does not start: `message` is made for the person who starts it. */
export class StartError extends Error {
  override name = 'StartError'
}
