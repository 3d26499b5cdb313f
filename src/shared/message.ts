import { formatNumber, formatWait } from './format.ts'
import { currentLanguage, type Language, type Params, tIn } from './language.ts'

/** A message that is translated where it is shown: an English catalog key and what fills its gaps. */
export interface Message {
  key: string
  /** Texts are labels and are translated as well; several are joined. `wait` is seconds, told as people tell them. */
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

/** A packed message in words; its `field`, `state` and the like are labels and are translated as well. */
export function tell(packed: string | Message, language: Language = currentLanguage()): string {
  const { key, params } = typeof packed === 'string' ? unpack(packed) : packed
  return tIn(language, key, saidIn(language, params))
}

/** What fills a message's gaps, each label in the language. */
export const saidIn = (language: Language, params: Message['params'] = {}): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, given]) => [
      name,
      typeof given === 'number'
        ? name === 'wait'
          ? formatWait(given, language)
          : formatNumber(given, language, 1)
        : (typeof given === 'string' ? [given] : given).map((label) => tIn(language, label)).join(', '),
    ]),
  )
