import { normalizeText } from '../../shared/vietnam/vietnam.ts'

/** Letters and digits alone: `Nồi_cơm-điện (2).JPG` is `noi com dien`. */
const plain = (name: string): string =>
  normalizeText(name)
    .replace(/\(\d+\)\s*$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The gift a file is called after: by its whole name, else the only one that begins with it or that it begins with. */
export function giftCalled<Gift>(
  file: string,
  gifts: readonly Gift[],
  nameOf: (gift: Gift) => string,
): Gift | undefined {
  const called = plain(file.replace(/\.[^.]*$/, ''))
  if (called === '') return undefined
  const named = gifts.map((gift) => ({ gift, name: plain(nameOf(gift)) }))
  const exact = named.filter(({ name }) => name === called)
  const near = named.filter(({ name }) => `${name} `.startsWith(`${called} `) || `${called} `.startsWith(`${name} `))
  const found = exact.length > 0 ? exact : near
  return found.length === 1 ? found[0]?.gift : undefined
}
