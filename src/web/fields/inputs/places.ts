import { queryOptions } from '@tanstack/react-query'
import type { Address } from '../../../shared/fields.ts'
import type { FormerProvince, FormerWard, Province, Ward } from '../../../shared/vietnam/places.ts'
import { get } from '../../api.ts'

/** The administrative units as `GET /location` gives them. */
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
