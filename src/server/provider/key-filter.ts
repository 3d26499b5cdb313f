const HIDDEN = '…'

/** Leaves a secret out of words that come in pieces, wherever they are cut; `end` gives what was held back. */
export function keyFilter(secret: string | undefined, out: (text: string) => void) {
  let held = ''
  const give = (text: string) => text !== '' && out(text)
  return {
    take(piece: string): void {
      if (!secret) return void give(piece)
      held = (held + piece).replaceAll(secret, HIDDEN)
      const kept = begunIn(held, secret)
      give(held.slice(0, held.length - kept))
      held = held.slice(held.length - kept)
    },
    end(): void {
      give(held)
      held = ''
    },
  }
}

/** How many characters at the end of the text the secret may begin with. */
function begunIn(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length--)
    if (text.endsWith(secret.slice(0, length))) return length
  return 0
}

export const withoutKey = (secret: string | undefined, text: string): string =>
  secret ? text.replaceAll(secret, HIDDEN) : text
