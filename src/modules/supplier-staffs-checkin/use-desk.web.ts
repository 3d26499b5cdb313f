import { useCallback, useRef, useState } from 'react'
import type { Named } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import type { Act } from '../../web/acts/act.ts'
import { wasTakenLate } from '../../web/acts/acts.ts'
import { useActs, useCorrecting } from '../../web/acts/use-acts.ts'
import { useArrived } from '../../web/acts/use-arrived.ts'
import { ApiRefusal, failureWords, NO_CONNECTION, post } from '../../web/api.ts'
import { changed, client } from '../../web/query.ts'
import type { Outcome, Way } from '../../web/scan/outcome.ts'
import { signal } from '../../web/scan/signals.ts'
import { labelsOf, type Visitor } from '../supplier-staffs-checking/admission.ts'
import type { Candidate, Desk, InsideNow, KnownCard } from '../supplier-staffs-checking/desk.ts'
import { supplierStaffsChecking } from '../supplier-staffs-checking/supplier-staffs-checking.ts'
import { knownCard } from './known-cards.web.ts'

const { wire, name: MODULE } = supplierStaffsChecking
const OUT = `${wire}/out`

/** Who stands before the desk. */
export type Shown =
  | { is: 'nobody' }
  /** It is asked who it is; the bags are counted meanwhile. */
  | { is: 'asked' }
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

/** A refused act that is put right: what it said, and by field what it lacked. */
export interface Correction {
  act: Act
  before: Passage
  lacks: Record<string, string>
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

/** Who is shown, and what is put right with them; what is done with anybody else is an act of its own. */
interface Standing {
  shown: Shown
  correcting: Correction | null
}
const NOBODY: Standing = { shown: { is: 'nobody' }, correcting: null }
type Show = (shown: Shown, said?: Said | null, correcting?: Correction | null) => void

/** What a desk does: reads cards, finds people, lets them in and out; each act is sent at once or later, never twice. */
export function useDesk(store: number | null, askedAt: number) {
  const { acts, send } = useActs(MODULE)
  const arrived = useArrived(acts, askedAt).filter(({ key }) => wasTakenLate(key))
  const [stands, setStands] = useState(NOBODY)
  const [said, setSaid] = useState<Said | null>(null)
  const [bags, setBags] = useState<number | string>('')
  /** Counts whoever was asked for: an answer that comes late concerns nobody any longer. */
  const turn = useRef(0)
  const isGone = stands.correcting && !acts.some(({ key }) => key === stands.correcting?.act.key)
  const { shown, correcting } = isGone ? NOBODY : stands
  /** Waits for somebody to be chosen, as the card is not known. */
  const unclaimed = shown.is === 'person' ? null : correcting

  const clear = useCallback((): void => {
    turn.current += 1
    setStands(NOBODY)
  }, [])

  /** Begins with somebody else; answers how to show who it is, and what to say. */
  const begin = useCallback((corrects: Correction | null): Show => {
    turn.current += 1
    const mine = turn.current
    setBags('')
    setStands({ shown: { is: 'asked' }, correcting: corrects })
    return (next, answer = null, still = corrects) => {
      if (turn.current !== mine) return
      setSaid(answer)
      setStands({ shown: next, correcting: still })
    }
  }, [])

  const meet = useCallback(
    async (show: Show, who: { code: string } | { staff: number }): Promise<Outcome> => {
      const visitor = await post<Visitor>(`${wire}/scan`, { ...who, store }, { quiet: true })
      show({ is: 'person', visitor })
      const isRefused = visitor.problems.length > 0
      return { state: isRefused ? 'refused' : 'done', message: visitor.full_name }
    },
    [store],
  )

  const look = useCallback(
    async (show: Show, typed: string): Promise<Outcome> => {
      const { data } = await post<{ data: Candidate[] }>(`${wire}/find`, { typed, store }, { quiet: true })
      const [first, ...others] = data
      if (first && others.length === 0) return meet(show, { staff: first.id })
      if (first) show({ is: 'several', candidates: data })
      else show(NOBODY.shown, { state: 'unknown', text: t('Nobody is found by {{typed}}.', { typed }) })
      return first ? { state: 'done' } : { state: 'unknown' }
    },
    [store, meet],
  )

  const onScan = useCallback(
    async (scanned: string, way: Way): Promise<Outcome> => {
      // Of the seven facts on a citizen card only the number is sent, or kept.
      const [code = ''] = scanned.split('|')
      if (store === null) return { state: 'refused' }
      // What is scanned meanwhile is somebody else.
      const show = begin(way === 'typed' ? unclaimed : null)
      try {
        return await (isCode(code, way) ? meet(show, { code }) : look(show, code))
      } catch (error) {
        if (isOffline(error) && isCode(code, way)) {
          const card = await knownCard(store, code)
          show({ is: 'unseen', code, card })
          return { state: card === 'not valid' ? 'refused' : 'kept' }
        }
        const answer = saidOf(error)
        show(NOBODY.shown, answer)
        return { state: answer.state ?? 'unknown' }
      }
    },
    [store, meet, look, begin, unclaimed],
  )

  useCorrecting(MODULE, (act) => {
    const { code = '', staff } = act.body as { code?: string; staff?: number } // as `record` below made it
    const corrects = correctionOf(act)
    const show = begin(corrects)
    void meet(show, staff ? { staff } : { code }).catch((error) =>
      show(NOBODY.shown, saidOf(error), isOffline(error) ? null : corrects),
    )
  })

  /** Throws what the server refuses by field, so that the panel can ask for it. */
  const record = async ({ direction, bags: counted, ...more }: Passage, left: AbortSignal): Promise<void> => {
    const who = whoOf(shown)
    if (!who || store === null) return
    const isIn = direction === 'in'
    // Whoever was scanned while this was on its way stays.
    const leave = (): void => setStands((now) => (now === stands ? NOBODY : now))
    const body = { ...who.body, store, ...(isIn ? { bag_quantity: counted } : { bags_out: counted }), ...more }
    try {
      const sending = await send<Visit>({
        path: isIn ? `${wire}/in` : OUT,
        body,
        label: pack(isIn ? 'Check in: {{name}}' : 'Check out: {{name}}', { name: who.name }),
        about: `${MODULE}/${who.about}`,
        module: MODULE,
        page: `/supplier-staffs-checkin?store=${store}`,
        left,
        ...(correcting && { instead: correcting.act }),
      })
      const state = sending.state === 'kept' ? 'kept' : 'done'
      if (sending.state === 'sent' && sending.answer) updateInside(store, sending.answer)
      signal(state)
      setSaid({
        state,
        text: t(isIn ? '{{name}} came in, bags: {{n}}' : '{{name}} went out, bags: {{n}}', {
          name: who.name,
          n: counted,
        }),
      })
      leave()
      changed(MODULE)
    } catch (error) {
      const isAsked = error instanceof ApiRefusal && Object.keys(error.fields).length > 0
      if (isAsked && !left.aborted) throw error
      signal('refused')
      // Else it is said above, with the name.
      if (!left.aborted) setSaid(saidOf(error))
      leave()
      changed(MODULE)
    }
  }

  const choose = (staff: number) => {
    const before = shown.is === 'several' ? shown : NOBODY.shown
    const show = begin(unclaimed)
    return meet(show, { staff }).catch((error) => show(before, saidOf(error)))
  }
  const chooseInside = (inside: InsideNow) => {
    const show = begin(unclaimed)
    return meet(show, { staff: inside.staff }).catch((error) => {
      if (isOffline(error)) show({ is: 'leaving', inside })
      else show(NOBODY.shown, saidOf(error))
    })
  }

  const ofStore = [...arrived, ...acts].flatMap(({ key, path, body, label, about, refusal }) => {
    const of = body as { store: number; staff?: number } // as `record` made it
    return refusal || of.store !== store ? [] : [[about, { key, label, isIn: path !== OUT, staff: of.staff }] as const]
  })
  const waiting: Waiting[] = [...new Map(ofStore).values()]

  return { shown, correcting, said, bags, setBags, waiting, onScan, choose, chooseInside, record, clear }
}
export type DeskWork = ReturnType<typeof useDesk>

export const deskKey = (store: number | null) => [wire, 'list', 'desk', store] as const

/** What is read here of a visit as the server answers it. */
interface Visit extends Omit<InsideNow, 'staff' | 'supplier' | 'department_group' | 'isOver'> {
  staff: Named
  supplier: Named | null
  department_group: Named | null
  left_at: string | null
}

/** Who just came stands among those inside, and who just left does not, also where the line breaks before they are asked for again. */
function updateInside(store: number, { staff, supplier, department_group, left_at, ...visit }: Visit): void {
  const row: InsideNow = {
    ...visit,
    staff: staff.id,
    supplier: supplier?.name ?? null,
    department_group: department_group?.name ?? null,
    isOver: false,
  }
  client.setQueryData<Desk>(deskKey(store), (desk) => {
    if (!desk) return
    const others = desk.inside.filter((one) => one.staff !== row.staff)
    return { ...desk, inside: left_at === null ? [row, ...others] : others }
  })
}

/** As `record` made it. */
interface Body extends Omit<Passage, 'direction' | 'bags'> {
  bag_quantity?: number
  bags_out?: number
}

function correctionOf(act: Act): Correction {
  const { bag_quantity, bags_out, badge, badge_state, reason } = act.body as Body
  const direction = act.path === OUT ? 'out' : 'in'
  return {
    act,
    before: { direction, bags: bags_out ?? bag_quantity ?? 0, badge, badge_state, reason },
    lacks: act.refusal?.fields ?? {},
  }
}

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
