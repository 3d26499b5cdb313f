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

/**
 * Who is registered already by what the form holds so far, asked as soon as a number is whole; and the address of a paper that was read,
 * unless it was changed by hand meanwhile, or shown to the customer without.
 */
export function useKnown({ values, set }: Form) {
  const [read, setRead] = useState<{ line: string; over: unknown } | null>(null)
  const paper = plainNumber(String(values.identity_number ?? ''))
  const document = values.document === 'passport' ? 'passport' : 'citizen'
  const phone = plainPhone(String(values.phone ?? ''))
  const card = plainDigits(String(values.card_number ?? ''))
  const asked = {
    ...(paper && paperProblem(document, paper) === null && { identity_number: paper }),
    ...(isPhone(phone) && { phone }),
    ...(/^\d{16}$/.test(card) && { card_number: card }),
    ...(read && { address: read.line }),
  }
  const found = useQuery({
    queryKey: [memberRegister.wire, 'known', asked],
    queryFn: () => post<Known>(`${memberRegister.wire}/known`, asked, { quiet: true }),
    enabled: Object.keys(asked).length > 0,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const { data, isError, isPlaceholderData } = found
  const isLate = read !== null && (isError || values.address !== read.over)
  useEffect(() => {
    if (!read || (!isLate && (isPlaceholderData || !data))) return
    if (!isLate && data?.address) set('address', data.address)
    setRead(null)
  }, [read, isLate, data, isPlaceholderData, set])
  return {
    found: Object.keys(asked).length > 0 ? (data?.data ?? []) : [],
    readAddress: (line: string) => setRead({ line, over: values.address }),
    forgetAddress: () => setRead(null),
  }
}
