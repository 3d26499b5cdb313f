import { queryOptions } from '@tanstack/react-query'
import type { Address } from '../../shared/fields.ts'
import { get } from '../api.ts'

/** The administrative units as `GET /location` gives them. */
export interface Province {
  code: string
  name: string
}
export interface Ward extends Province {
  province_code: string
  province: string
}
export interface FormerProvince {
  name: string
}
export interface FormerWard {
  ward: string
  district: string
  province: string
  now: Ward[]
}

const units = <T>(query: Record<string, string>, isWanted = true) =>
  queryOptions({
    queryKey: ['location', query],
    queryFn: () => get<{ data: T[] }>('location', query, { quiet: true }),
    select: ({ data }) => data,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted,
  })

export const provinces = () => units<Province>({})
export const wardsOf = (code: string) => units<Ward>({ province: code }, code !== '')
export const formerProvinces = () => units<FormerProvince>({ model: '1' })
export const formerWardsOf = (name: string) => units<FormerWard>({ model: '1', province: name }, name !== '')

export const BLANK: Address = {
  line: '',
  ward: null,
  district: null,
  province: null,
  ward_code: null,
  province_code: null,
  model: 2,
}

export const isAddress = (value: unknown): value is Address =>
  typeof value === 'object' && value !== null && 'line' in value

/** The address in the ward of today that a former one became. */
export const movedTo = (address: Address, ward: Ward): Address => ({
  ...address,
  former: [address.ward, address.district, address.province].filter(Boolean).join(', '),
  ...{ ward: ward.name, ward_code: ward.code, province: ward.province, province_code: ward.province_code },
  district: null,
  model: 2,
})
