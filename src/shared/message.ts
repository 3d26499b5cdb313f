/** A message that is translated where it is shown: an English catalog key and what fills its gaps. */
export interface Message {
  key: string
  /** Texts are labels and are translated as well; several are joined. */
  params?: Record<string, string | number | readonly string[]>
}

/** Packs a message into a string, for libraries that carry only strings. */
export const pack = (key: string, params?: Message['params']): string =>
  JSON.stringify(params ? { key, params } : { key })

export function unpack(packed: string): Message {
  try {
    const found: unknown = JSON.parse(packed)
    if (typeof found === 'object' && found !== null && 'key' in found) return found as Message // pack() made it
  } catch {}
  return { key: packed }
}
