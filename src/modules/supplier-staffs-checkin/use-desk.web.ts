import { useCallback, useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import type { Act } from '../../web/acts/act.ts'
import { useActs, useCorrecting } from '../../web/acts/use-acts.ts'
import { ApiRefusal, failureWords, NO_CONNECTION, post } from '../../web/api.ts'
import { changed } from '../../web/query.ts'
import type { Outcome, Way } from '../../web/scan/outcome.ts'
import { signal } from '../../web/scan/signals.ts'
import { labelsOf, type Visitor } from '../supplier-staffs-checking/admission.ts'
import type { Candidate, InsideNow, KnownCard } from '../supplier-staffs-checking/desk.ts'
import { supplierStaffsChecking } from '../supplier-staffs-checking/supplier-staffs-checking.ts'
import { knownCard } from './known-cards.web.ts'

const { wire, name: MODULE } = supplierStaffsChecking
const OUT = `${wire}/out`

/** Who stands before the desk. */
export type Shown =
  | { is: 'nobody' }
  | { is: 'several'; candidates: Candidate[] }
  | { is: 'person'; visitor: Visitor }
  /** A card that is read without a line: whether it is valid, as far as this device knows. */
  | { is: 'unseen'; code: string; card: KnownCard | 'not valid' | null }
  /** Somebody of those who are inside, without a line. */
  | { is: 'leaving'; inside: InsideNow }

/** How the last act ended; null where nobody was asked, as too little was typed or there is no line. */
export interface Said {
  state: Outcome['state'] | null
  text: string
}

/** Somebody comes in or goes out, and with what. */
export interface Passage {
  direction: 'in' | 'out'
  bags: number
  badge?: string | undefined
  badge_state?: 'back' | 'lost' | undefined
  reason?: string | undefined
}

/** How somebody last came in or went out here, which the server has not heard of. */
export interface Waiting {
  key: string
  /** Packed. */
  label: string
  isIn: boolean
  /** Not known of a card that was read without a line. */
  staff: number | undefined
}

/** Only whole numbers of cards are asked for as such; what else is typed is looked for. */
const isCode = (code: string, way: Way): boolean =>
  way !== 'typed' || /^\d{12}$|^\d{16}$|^\d{20}$/.test(code.replaceAll(/\s/g, ''))

/** What a desk does: reads cards, finds people, lets them in and out; each act is sent at once or later, never twice. */
export function useDesk(store: number | null) {
  const [shown, setShown] = useState<Shown>({ is: 'nobody' })
  const [said, setSaid] = useState<Said | null>(null)
  const { acts, send } = useActs(MODULE)
  const correcting = useRef<Act>(undefined)

  const show = useCallback((next: Shown): void => {
    setSaid(null)
    setShown(next)
  }, [])
  const clear = useCallback((): void => {
    correcting.current = undefined
    setShown({ is: 'nobody' })
  }, [])

  const meet = useCallback(
    async (who: { code: string } | { staff: number }): Promise<Outcome> => {
      const visitor = await post<Visitor>(`${wire}/scan`, { ...who, store }, { quiet: true })
      show({ is: 'person', visitor })
      const isRefused = visitor.problems.length > 0
      return { state: isRefused ? 'refused' : 'done', message: visitor.full_name }
    },
    [store, show],
  )

  const look = useCallback(
    async (typed: string): Promise<Outcome> => {
      const { data } = await post<{ data: Candidate[] }>(`${wire}/find`, { typed, store }, { quiet: true })
      const [first, ...others] = data
      if (first && others.length === 0) return meet({ staff: first.id })
      if (first) show({ is: 'several', candidates: data })
      else setSaid({ state: 'unknown', text: t('Nobody is found by {{typed}}.', { typed }) })
      return first ? { state: 'done' } : { state: 'unknown' }
    },
    [store, meet, show],
  )

  const onScan = useCallback(
    async (scanned: string, way: Way): Promise<Outcome> => {
      // Of the seven facts on a citizen card only the number is sent, or kept.
      const [code = ''] = scanned.split('|')
      if (store === null) return { state: 'refused' }
      setShown({ is: 'nobody' })
      try {
        return await (isCode(code, way) ? meet({ code }) : look(code))
      } catch (error) {
        if (isOffline(error) && isCode(code, way)) {
          const card = await knownCard(store, code)
          show({ is: 'unseen', code, card })
          return { state: card === 'not valid' ? 'refused' : 'kept' }
        }
        const answer = saidOf(error)
        setSaid(answer)
        return { state: answer.state ?? 'unknown' }
      }
    },
    [store, meet, look, show],
  )

  useCorrecting(MODULE, (act) => {
    correcting.current = act
    const { code, staff } = act.body as { code?: string; staff?: number } // as `record` below made it
    void (staff ? meet({ staff }) : onScan(code ?? '', 'scanner')).catch(() => undefined)
  })

  /** Throws what the server refuses by field, so that the panel can ask for it. */
  const record = async ({ direction, bags, ...more }: Passage): Promise<void> => {
    const who = whoOf(shown)
    if (!who || store === null) return
    const isIn = direction === 'in'
    const instead = correcting.current
    // Whoever was scanned while this was on its way stays.
    const leave = (): void => {
      if (correcting.current === instead) correcting.current = undefined
      setShown((now) => (now === shown ? { is: 'nobody' } : now))
    }
    const body = { ...who.body, store, ...(isIn ? { bag_quantity: bags } : { bags_out: bags }), ...more }
    try {
      const sending = await send({
        path: isIn ? `${wire}/in` : OUT,
        body,
        label: pack(isIn ? 'Check in: {{name}}' : 'Check out: {{name}}', { name: who.name }),
        about: `${MODULE}/${who.about}`,
        module: MODULE,
        ...(instead && { instead }),
      })
      const state = sending.state === 'kept' ? 'kept' : 'done'
      signal(state)
      setSaid({
        state,
        text: t(isIn ? '{{name}} came in, bags: {{n}}' : '{{name}} went out, bags: {{n}}', { name: who.name, n: bags }),
      })
      leave()
      changed(MODULE)
    } catch (error) {
      if (error instanceof ApiRefusal && Object.keys(error.fields).length > 0) throw error
      signal('refused')
      setSaid(saidOf(error))
      leave()
      changed(MODULE)
    }
  }

  const choose = (staff: number) => meet({ staff }).catch((error) => setSaid(saidOf(error)))
  const chooseInside = (inside: InsideNow) =>
    meet({ staff: inside.staff }).catch((error) => {
      if (isOffline(error)) show({ is: 'leaving', inside })
      else setSaid(saidOf(error))
    })

  const ofStore = acts.flatMap(({ key, path, body, label, about, refusal }) => {
    const of = body as { store: number; staff?: number } // as `record` made it
    return refusal || of.store !== store ? [] : [[about, { key, label, isIn: path !== OUT, staff: of.staff }] as const]
  })
  const waiting: Waiting[] = [...new Map(ofStore).values()]

  return { shown, said, waiting, onScan, choose, chooseInside, record, clear }
}
export type DeskWork = ReturnType<typeof useDesk>

const isOffline = (error: unknown): boolean =>
  error instanceof ApiRefusal && (error.code === NO_CONNECTION || error.status >= 502)
const isUnasked = (error: unknown): boolean =>
  isOffline(error) || (error instanceof ApiRefusal && Object.keys(error.fields).length > 0)

function saidOf(error: unknown): Said {
  const isUnknown = error instanceof ApiRefusal && error.status === 404
  return { state: isUnasked(error) ? null : isUnknown ? 'unknown' : 'refused', text: failureWords(error) }
}

function whoOf(shown: Shown): { body: object; name: string; about: string } | null {
  if (shown.is === 'person') {
    const { id, full_name } = shown.visitor
    return { body: { staff: id }, name: full_name, about: String(id) }
  }
  if (shown.is === 'leaving') {
    const { staff, person } = shown.inside
    return { body: { staff }, name: person, about: String(staff) }
  }
  if (shown.is !== 'unseen') return null
  const { code, card } = shown
  const name = card && card !== 'not valid' ? card.full_name : `…${code.slice(-3)}`
  return { body: { code }, name, about: code.slice(-8) }
}

/** Why somebody may not come in, as one line. */
export const whyNot = ({ problems }: Visitor): string =>
  labelsOf(problems)
    .map((label) => t(label))
    .join(', ')
