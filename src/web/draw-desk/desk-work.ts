import type { CheckedDraws, DeskEvent, Drawn, DrawResult, ResultState } from '../../shared/draws/desk.ts'
import { t } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import type { useActs } from '../acts/use-acts.ts'
import { ApiRefusal, failureWords, post } from '../api.ts'
import { changed } from '../query.ts'
import type { Outcome, Way } from '../scan/outcome.ts'
import { signal } from '../scan/signals.ts'
import { uniqueKey } from '../unique.ts'
import { type Entry, entered, givenOf, recognised, stageOf, wonOf } from './entry.ts'
import { keepWork, type Press, recallWork } from './kept-work.ts'
import { IDLE, outcomeOf, type Place, usedOnce, type Work } from './work.ts'

/** An answer that takes longer is lost, and asked for again. */
const PATIENCE_MS = 10_000

const asked = () => ({ quiet: true, signal: AbortSignal.timeout(PATIENCE_MS) })

/** No answer, or one that says not now: whether it was done nobody knows. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiRefusal && (error.status === 0 || error.status === 429 || error.status >= 500)

/**
 * The work with one customer after the other at an event: each entry is judged at once by the server, each press is one draw however
 * often it is sent, and what was under way when the page ended is there again. `useWork` shows it.
 */
export function deskWork(
  { face, logs, store: { id: store, code: storeCode } }: Omit<Place, 'event' | 'turns'>,
  event: number,
  send: ReturnType<typeof useActs>['send'],
) {
  let work = IDLE
  let press: Press | null = null
  let questions = 0
  const listeners = new Set<() => void>()
  const listen = (hear: () => void) => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }
  const patch = (part: Partial<Work>): void => {
    work = { ...work, ...part }
    for (const hear of listeners) hear()
  }
  const path = `${face.wire}/${event}`
  const keep = () => keepWork({ face: face.name, store, event, entry: work.entry, press })
  const tellChanged = (): void => {
    changed(face.name)
    changed(logs.name)
  }

  const next = (said: Work['said'] = null): void => {
    questions += 1
    press = null
    patch({ ...IDLE, handing: work.handing, said })
    keep()
  }

  /** Asks what these bills give to this customer. */
  const check = async (entry: Entry): Promise<CheckedDraws | null> => {
    questions += 1
    const mine = questions
    const isBill = entry.bills.length > 0
    patch({ entry, isChecking: isBill, said: null })
    keep()
    if (!isBill) {
      patch({ checked: null, shown: null, lost: 0 })
      return null
    }
    try {
      const found = await post<CheckedDraws>(`${path}/check`, givenOf(entry, store), asked())
      // What another store has drawn is handed out there; here the bill is used.
      const checked = { ...found, results: found.results.filter((one) => one.store.code === storeCode) }
      if (mine !== questions) return null
      // The press had arrived, though not its answer: what it drew is there, and the next press is another one.
      const drawn = press ? checked.results[press.before] : undefined
      if (drawn) press = null
      patch({
        checked,
        isChecking: false,
        lost: 0,
        isFresh: false,
        shown: drawn ?? wonOf(checked.results).at(-1) ?? null,
      })
      keep()
      return checked
    } catch (error) {
      if (mine === questions)
        patch({
          isChecking: false,
          lost: isLost(error) ? work.lost + 1 : 0,
          said: { state: 'refused', text: failureWords(error) },
        })
      throw error
    }
  }

  const reveal = (): void => {
    const { isTurning, shown } = work
    if (!isTurning) return
    patch({ isTurning: false })
    signal(shown?.gift ? 'done' : 'already')
  }

  /** Sends the press that is under way, the same again however often. */
  const sendPress = async (): Promise<void> => {
    const sent = press
    if (!sent) return
    patch({ isDrawing: true, said: null })
    keep()
    try {
      const { result, draws_left } = await post<Drawn>(`${path}/draw`, sent.body, {
        idempotencyKey: sent.key,
        ...asked(),
      })
      tellChanged()
      // Somebody went on to the next customer: what was drawn waits among the gifts to hand out.
      if (press !== sent) return
      press = null
      const { checked } = work
      const results = [...(checked?.results ?? []).filter(({ id }) => id !== result.id), result]
      patch({
        isDrawing: false,
        lost: 0,
        isTurning: true,
        shown: result,
        isFresh: true,
        checked: checked && { ...checked, draws_left, results, bills: usedOnce(checked.bills) },
      })
      keep()
    } catch (error) {
      if (press !== sent) return
      if (isLost(error)) return patch({ lost: work.lost + 1 })
      press = null
      patch({ isDrawing: false, lost: 0 })
      signal('refused')
      await check(work.entry).catch(() => undefined)
      patch({ said: { state: 'refused', text: failureWords(error) } })
    }
  }

  const draw = async (): Promise<void> => {
    const { entry, checked } = work
    if (!checked || stageOf(work) === 'drawing') return
    const body = { ...givenOf(entry, store), ...(entry.name && { customer_name: entry.name }) }
    // A press without an answer is the same press, whoever presses again.
    if (JSON.stringify(press?.body) !== JSON.stringify(body))
      press = { key: uniqueKey(), body, before: checked.results.length }
    await sendPress()
  }

  const onScan = async (at: DeskEvent, code: string, way: Way): Promise<Outcome> => {
    const { entry, isDrawing, isTurning } = work
    if (isDrawing || isTurning)
      return { state: 'refused', message: t('The result of this draw comes first. Please scan again after it.') }
    const found = entered(entry, recognised(code, way), at)
    if (found.bills !== entry.bills) patch({ checked: null, shown: null })
    return outcomeOf(await check(found))
  }

  /** By the time of an answer the next customer may be here, or the next draw of the same one under way. */
  const isHere = ({ id }: DrawResult): boolean => work.checked?.results.some((one) => one.id === id) ?? false

  const settle = (result: DrawResult, state: ResultState, said: Work['said']): void => {
    tellChanged()
    const { checked, isDrawing, isTurning } = work
    if (!checked || !isHere(result)) return
    const results = checked.results.map((one) => (one.id === result.id ? { ...one, state } : one))
    const won = wonOf(results)
    if (isDrawing || isTurning) patch({ checked: { ...checked, results } })
    else if (won.length + checked.draws_left > 0)
      patch({ checked: { ...checked, results }, shown: won.at(-1) ?? null, said })
    else next(said)
  }

  /** The gift goes over the counter: written down at once, or as soon as there is a line. */
  const handOut = async (result: DrawResult, signature?: string): Promise<void> => {
    if (work.handing.includes(result.id) && !signature) return
    const gift = result.gift?.name ?? ''
    patch({ handing: [...work.handing, result.id] })
    try {
      const sending = await send({
        path: `${logs.wire}/${result.id}/hand_out`,
        body: signature ? { signature } : {},
        label: pack('Hand-out of {{gift}}', { gift }),
        about: `${logs.wire}/${result.id}`,
        module: logs.name,
      })
      const isKept = sending.state === 'kept'
      signal(isKept ? 'kept' : 'done')
      settle(result, 'handed-out', { state: isKept ? 'kept' : 'done', text: t('Handed out: {{gift}}', { gift }) })
    } catch (error) {
      if (signature) throw error
      signal('refused')
      if (isHere(result) && !work.isDrawing && !work.isTurning) await check(work.entry).catch(() => undefined)
      patch({ said: { state: 'refused', text: failureWords(error) } })
    } finally {
      patch({ handing: work.handing.filter((id) => id !== result.id) })
    }
  }

  /** All that these bills have won goes over the counter together. */
  const handOutAll = async (): Promise<void> => {
    for (const result of wonOf(work.checked?.results ?? [])) await handOut(result)
  }

  /** The stock has it again. */
  const takeBack = async (result: DrawResult, values: object): Promise<void> => {
    await post(`${logs.wire}/${result.id}/not_taken`, { ...values, version: result.version })
    settle(result, 'not-taken', {
      state: 'already',
      text: t('Not taken: {{gift}}. It is in stock again.', { gift: result.gift?.name ?? '' }),
    })
  }

  /** Goes on with what was under way when the page ended. */
  const recall = (): void => {
    const kept = recallWork(face.name, store, event)
    if (!kept) return
    press = kept.press
    void check(kept.entry).catch(() => undefined)
  }

  /** Asks or presses again, where the answer was lost. */
  const again = (): void => void (press && work.isDrawing ? sendPress() : check(work.entry).catch(() => undefined))

  const setName = (name: string): void => {
    patch({ entry: { ...work.entry, name } })
    keep()
  }
  return {
    listen,
    read: (): Work => work,
    recall,
    again,
    onScan,
    check,
    draw,
    reveal,
    handOut,
    handOutAll,
    takeBack,
    setName,
    next,
  }
}
