import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkFields } from '../../shared/checks.ts'
import { membershipConsent } from '../../shared/consents/membership.ts'
import { isAddress } from '../../shared/vietnam/places.ts'
import { failureWords, get, post } from '../../web/api.ts'
import { addressLine } from '../../web/fields/cell.tsx'
import { type Draft, givenAll } from '../../web/fields/values.ts'
import { readStored, writeStored } from '../../web/public/storage.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import { type HandoverState, SHOWN } from './handover.ts'
import { memberRegister } from './member-register.ts'

/** On the customer's own phone, or on this screen turned round. */
export type Side = 'phone' | 'screen'
const CHOSEN = 'member-desk-side'
const EVERY_MS = 1500

interface Handover {
  id: number
  token: string
}

/** The customer's side of a registration: asked for, given, and void once what they signed for is changed. */
export function useConsent(form: Form, onAsk: () => void) {
  const { values, set } = form
  const [side, setSide] = useState<Side | null>(null)
  const [handover, setHandover] = useState<Handover | null>(null)
  const [signedFor, setSignedFor] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  /** Only the last asking counts, and only for what is still shown. */
  const asked = useRef(0)
  const shown = JSON.stringify(shownOf(form))
  const isGiven = signedFor === shown
  const polled = useQuery({
    queryKey: [memberRegister.wire, 'handover', handover?.id],
    queryFn: () =>
      get<{ state: HandoverState }>(`${memberRegister.wire}/handovers/${handover?.id}`, {}, { quiet: true }),
    enabled: handover !== null && side === 'phone',
    refetchInterval: ({ state }) => (isEnded(state.data?.state) ? false : EVERY_MS),
    gcTime: 0,
    // What was signed before is no signature for what is asked for now.
  })
  const state = handover ? (polled.data?.state ?? 'waiting') : null
  useEffect(() => {
    if (state !== 'signed' || !handover) return
    set('handover', handover.id)
    setSide(null)
    setHandover(null)
    // What was shown is what is signed: a change closes the hand-over, so it is still so.
    setSignedFor(shown)
  }, [state, handover, set, shown])
  const forget = () => {
    setSignedFor(null)
    for (const name of ['handover', 'signature']) set(name, null)
    for (const name of ['agreed', 'offers', 'surveys']) set(name, false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of what is shown ends it
  useEffect(() => {
    // What they have not read they have neither agreed to nor signed.
    asked.current += 1
    setHandover(null)
    setSide(null)
    forget()
  }, [shown])

  const ask = (wanted: Side = readStored(CHOSEN) === 'screen' ? 'screen' : 'phone') => {
    // What is still lacking of the desk's own side is told before the customer is asked for theirs.
    if (!checkFields(form.fields, givenAll(form.fields, values), false).ok) return void form.save()
    writeStored(CHOSEN, wanted)
    setProblem('')
    onAsk()
    setSide(wanted)
    setHandover(null)
    asked.current += 1
    const mine = asked.current
    if (wanted === 'screen') return
    post<Handover>(`${memberRegister.wire}/handovers`, JSON.parse(shown)).then(
      (made) => mine === asked.current && setHandover(made),
      (error: unknown) => {
        if (mine !== asked.current) return
        setSide(null)
        setProblem(failureWords(error))
      },
    )
  }
  /** The customer agreed and signed on this screen. */
  const take = () => {
    set('terms', membershipConsent.version)
    // Instead of what was signed on a phone before.
    set('handover', null)
    setSignedFor(shown)
    setSide(null)
  }
  /** Left without an answer, which somebody who has signed before keeps. */
  const close = () => {
    setSide(null)
    if (!isGiven) forget()
  }
  const isAsked = side === 'phone' && handover === null
  return { isGiven, side, isAsked, handover, state, problem, ask, take, close }
}

export type Consenting = ReturnType<typeof useConsent>

const isEnded = (state: HandoverState | undefined): boolean => state === 'signed' || state === 'over'

/** What the customer is shown, of what is entered. */
export function shownOf({ fields, values }: Form): Draft {
  const given = givenAll(fields, values)
  const { address } = values
  const chosen = Object.fromEntries(Object.keys(SHOWN).map((name) => [name, given[name] ?? null]))
  return { ...chosen, address: isAddress(address) ? addressLine(address) || null : null }
}
