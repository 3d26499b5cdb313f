import type { Address } from '../fields.ts'

/** A province or city since 1 July 2025. */
export interface Province {
  code: string
  name: string
}
/** A ward, commune or special zone since 1 July 2025. */
export interface Ward extends Province {
  province_code: string
  province: string
}
/** A province or city before, and the one it went into. */
export interface FormerProvince {
  name: string
  province_code: string
  province: string
}
/** A ward before, and the ward it became, or those it was parted into. */
export interface FormerWard {
  ward: string
  district: string
  province: string
  now: Ward[]
}

export const isAddress = (value: unknown): value is Address =>
  typeof value === 'object' && value !== null && 'line' in value

/** Whether an address, checked or not, names no place at all: as none. */
export const isNowhere = (value: unknown): boolean =>
  isAddress(value) && PLACE_PARTS.every((name) => String(value[name] ?? '').trim() === '')
const PLACE_PARTS = ['line', 'ward', 'district', 'province', 'ward_code', 'province_code'] as const

/** The address with this ward's names and codes. */
export const inWard = (address: Address, ward: Ward): Address => ({
  ...address,
  ...{ ward: ward.name, ward_code: ward.code, province: ward.province, province_code: ward.province_code },
  district: null,
  model: 2,
})

/** The address in the ward of today that a former one became. */
export const movedTo = (address: Address, ward: Ward): Address => ({
  ...inWard(address, ward),
  former: [address.ward, address.district, address.province].filter(Boolean).join(', '),
})
