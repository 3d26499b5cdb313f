import type { Address } from '../../../shared/fields.ts'
import { movedTo, type Ward } from '../../../shared/vietnam/places.ts'

/** An address as it is picked and typed, in either model. */
export interface Place {
  line: string
  /** 2: the two levels since July 2025; 1: the three before. */
  model: 1 | 2
  province: { code?: string; name: string } | null
  district: string | null
  ward: { code?: string; name: string } | null
  /** Under the former model: the wards that the ward became, and the one of them that was confirmed. */
  became: Ward[]
  today: Ward | null
}

/** Where the provinces of each model are listed. */
export const PROVINCES = { 1: '/location?model=1', 2: '/location' } as const

export const noPlace = (model: 1 | 2): Place => ({
  line: '',
  model,
  province: null,
  district: null,
  ward: null,
  became: [],
  today: null,
})

/** As it is sent; null where nothing was said. */
export function addressOf({ line, model, province, district, ward, today }: Place): Address | null {
  if (!line.trim() && !province) return null
  const names = { line, ward: ward?.name ?? null, district, province: province?.name ?? null, model }
  if (model === 1) return today ? movedTo(names, today) : names
  return { ...names, district: null, ward_code: ward?.code ?? null, province_code: province?.code ?? null }
}
