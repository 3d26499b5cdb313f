import type { Address, Field, Fields } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { inWard, isAddress, type Ward } from '../../shared/vietnam/places.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import { places } from './places.ts'

/**
 * An address with the official names of its codes, or the codes of its names. What was written stays in `text` where
 * names change by it; what no unit is called stays as it is, without codes.
 * @returns null where its codes are no ward and province that belong together
 */
export function placed(given: Address): Address | null {
  if (given.ward_code) {
    const ward = places().ward(given.ward_code)
    if (!ward || (given.province_code && given.province_code !== ward.province_code)) return null
    return named(given, ward)
  }
  if (given.model === 1 || given.district) return asFormer(given)
  const province = given.province_code
    ? places().province(given.province_code)
    : places().provinceNamed(given.province ?? '')
  if (!province) return given.province_code ? null : asFormer(given)
  const ward = given.ward ? places().wardNamed(given.ward, province.code) : undefined
  if (ward) return named(given, ward)
  return said(given, { ...given, province: province.name, province_code: province.code, ward_code: null, model: 2 })
}

/**
 * An address from one line with commas, read from its end: province, then ward (or district, then ward); the rest is the
 * street, which may hold commas itself.
 */
export function addressOfText(text: string): Address | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const blank = { district: null, ward_code: null, province_code: null }
  if (parts.length < 2) return parts[0] ? { line: parts[0], ward: null, province: null, model: 2, ...blank } : null
  const province = parts.at(-1) ?? ''
  const rest = (n: number) => parts.slice(0, -n).join(', ') || text.trim()
  const code = places().provinceNamed(province)?.code
  const ward = parts.length > 2 ? (parts.at(-2) ?? '') : ''
  if (code && ward && !isDistrict(ward) && places().wardNamed(ward, code))
    return { ...blank, line: rest(2), ward, province, model: 2 }
  if (parts.length > 3 && (isDistrict(ward) || !code) && places().formerProvinceNamed(province))
    return { ...blank, line: rest(3), ward: parts.at(-3) ?? null, district: ward, province, model: 1 }
  return { ...blank, line: rest(ward ? 2 : 1), ward: ward || null, province, model: 2 }
}

/** Said to be a district, of which there are none since July 2025. */
const isDistrict = (name: string): boolean => /^(quan|huyen|thi xa|thanh pho|tp|tx|q|h)[.\s]/.test(normalizeText(name))

/** The addresses among checked values put in their place; answers the fields whose codes are wrong. */
export function placeAddresses(fields: Fields, values: Record<string, unknown>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'address' || !isAddress(values[name])) continue
    const found = placed(values[name])
    if (found) values[name] = found
    else errors[name] = wrongAddress(field)
  }
  return errors
}

export const wrongAddress = (field: Field): string =>
  pack('{{field}}: the ward and the province do not belong together', { field: field.label })

const named = (given: Address, ward: Ward): Address => said(given, inWard(given, ward))

/** One of the three levels: its province went into exactly one, which reports and filters go by; its ward is not guessed. */
function asFormer(given: Address): Address {
  const province = places().formerProvinceNamed(given.province ?? '')
  return { ...given, ward_code: null, province_code: province?.province_code ?? null }
}

/** Keeps how it was first written where the names now differ from it. */
function said(given: Address, found: Address): Address {
  const written = inOneLine(given)
  return given.text || written === inOneLine(found) || !given.ward ? found : { ...found, text: written }
}

const inOneLine = ({ line, ward, district, province }: Address): string =>
  [line, ward, district, province].filter(Boolean).join(', ')
