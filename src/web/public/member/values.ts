import type { Asked } from '../form/kind.ts'
import { noPlace, type Place } from '../places/place.ts'

export interface Member extends Asked {
  request_type: 'new' | 'reissue' | 'change'
  store: number | null
  card_number: string
  is_staff: boolean
  employee_code: string
  full_name: string
  /** As typed: 31/12/1990. */
  birth_date: string
  nationality: string
  document: 'citizen' | 'passport' | 'other'
  identity_number: string
  phone: string
  email: string
  address: Place
  /** A small picture, as a data address. */
  signature: string
  offers: boolean
}

export const noMember = (model: 1 | 2): Member => ({
  request_type: 'new',
  store: null,
  card_number: '',
  is_staff: false,
  employee_code: '',
  full_name: '',
  birth_date: '',
  nationality: 'Việt Nam',
  document: 'citizen',
  identity_number: '',
  phone: '',
  email: '',
  address: noPlace(model),
  signature: '',
  offers: false,
  agreed: false,
})

/** Kept no longer than the tab is open. */
export const PRIVATE = ['birth_date', 'identity_number', 'card_number', 'employee_code', 'signature']
