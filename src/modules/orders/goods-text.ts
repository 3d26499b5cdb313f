/** One of the goods of an order, as a cell of a workbook names it. */
export interface GoodsLine {
  product: string
  quantity: number
  price: number
  barcode: string | null
}

const BETWEEN = /\s*[·|]\s*/
const isWhole = (text: string | undefined): text is string => text !== undefined && /^\d{1,12}$/.test(text)
const isBarcode = (text: string | undefined): text is string => text !== undefined && /^\d{4,20}$/.test(text)

/** `Sữa tươi 1 l · 2 · 35000 · 8934563138165; …`, as an export writes goods; a bar does for the dot. Null where it cannot be read. */
export function goodsOf(text: string): GoodsLine[] | null {
  const found = parts(text).map(lineOf)
  return found.every((line) => line !== null) ? found : null
}

/** The codes of the parcels, one after the other. */
export const parcelsOf = (text: string): { code: string }[] => parts(text).map((code) => ({ code }))

const parts = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

function lineOf(text: string): GoodsLine | null {
  const said = text.split(BETWEEN)
  const last = said.at(-1)
  const hasBarcode = said.length > 3 && isBarcode(last) && isWhole(said.at(-2)) && isWhole(said.at(-3))
  const [quantity, price] = hasBarcode ? said.slice(-3, -1) : said.slice(-2)
  const product = said.slice(0, hasBarcode ? -3 : -2).join(' · ')
  if (!product || !isWhole(quantity) || !isWhole(price)) return null
  return { product, quantity: Number(quantity), price: Number(price), barcode: hasBarcode && last ? last : null }
}
