import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Address } from '../../shared/fields.ts'
import { isPhone, plainDigits, plainPhone } from '../../shared/vietnam/vietnam.ts'
import { post } from '../../web/api.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import type { KnownMember } from './known.ts'
import { memberRegister } from './member-register.ts'
import { paperProblem, plainNumber } from './papers.ts'

interface Known {
  data: KnownMember[]
  address: Address | null
}

/** Who is registered already by what the form holds so far, asked as soon as a number is whole; and the address of a paper that was read. */
export function useKnown({ values, set }: Form) {
  const [line, setLine] = useState<string | null>(null)
  const paper = plainNumber(String(values.identity_number ?? ''))
  const document = values.document === 'passport' ? 'passport' : 'citizen'
  const phone = plainPhone(String(values.phone ?? ''))
  const card = plainDigits(String(values.card_number ?? ''))
  const asked = {
    ...(paper && paperProblem(document, paper) === null && { identity_number: paper }),
    ...(isPhone(phone) && { phone }),
    ...(/^\d{16}$/.test(card) && { card_number: card }),
    ...(line !== null && { address: line }),
  }
  const found = useQuery({
    queryKey: [memberRegister.wire, 'known', asked],
    queryFn: () => post<Known>(`${memberRegister.wire}/known`, asked, { quiet: true }),
    enabled: Object.keys(asked).length > 0,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const { data, isPlaceholderData } = found
  useEffect(() => {
    if (line === null || isPlaceholderData || !data) return
    if (data.address) set('address', data.address)
    setLine(null)
  }, [line, data, isPlaceholderData, set])
  return { found: Object.keys(asked).length > 0 ? (data?.data ?? []) : [], readAddress: setLine }
}
