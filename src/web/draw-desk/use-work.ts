import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CheckedDraws, Drawn, DrawResult, ResultState } from '../../shared/draws/desk.ts'
import { t } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { useActs } from '../acts/use-acts.ts'
import { post } from '../api.ts'
import { busy } from '../busy.ts'
import { changed } from '../query.ts'
import type { Outcome, Way } from '../scan/outcome.ts'
import { signal } from '../scan/signals.ts'
import { uniqueKey } from '../unique.ts'
import { asked, isLost, useAgain, useRecalled, wordsOf } from './again.ts'
import { type Entry, entered, givenOf, recognised, stageOf, wonOf } from './entry.ts'
import { keepWork, type Press } from './kept-work.ts'
import { IDLE, outcomeOf, type Place, usedOnce, type Work } from './work.ts'

/**
 * The work with one customer after the other: each entry is judged at once by the server, each press is one draw however often it is
 * sent, and what was under way when the page ended is there again.
 */
export function useWork({ face, logs, store: { id: store, code: storeCode }, event, turns }: Place) {
  const [work, setWork] = useState(IDLE)
  const latest = useRef(work)
  const patch = useCallback((part: Partial<Work>): void => {
    latest.current = { ...latest.current, ...part }
    setWork(latest.current)
  }, [])
  const press = useRef<Press>(null)
  const questions = useRef(0)
  const { send } = useActs(logs.name)
  const path = `${face.wire}/${event.id}`
  const keep = useCallback(
    () => keepWork({ face: face.name, store, event: event.id, entry: latest.current.entry, press: press.current }),
    [face, store, event.id],
  )
  const tellChanged = useCallback((): void => {
    changed(face.name)
    changed(logs.name)
  }, [face, logs])

  const next = useCallback(
    (said: Work['said'] = null): void => {
      questions.current += 1
      press.current = null
      patch({ ...IDLE, said })
      keep()
    },
    [patch, keep],
  )

  /** Asks what these bills give to this customer. */
  const check = useCallback(
    async (entry: Entry): Promise<CheckedDraws | null> => {
      questions.current += 1
      const mine = questions.current
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
        if (mine !== questions.current) return null
        // The press had arrived, though not its answer: what it drew is there, and the next press is another one.
        const drawn = press.current ? checked.results[press.current.before] : undefined
        if (drawn) press.current = null
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
        if (mine === questions.current)
          patch({
            isChecking: false,
            lost: isLost(error) ? latest.current.lost + 1 : 0,
            said: { state: 'refused', text: wordsOf(error) },
          })
        throw error
      }
    },
    [path, store, storeCode, patch, keep],
  )

  const reveal = useCallback((): void => {
    const { isTurning, shown } = latest.current
    if (!isTurning) return
    patch({ isTurning: false })
    signal(shown?.gift ? 'done' : 'already')
  }, [patch])

  /** Sends the press that is under way, the same again however often. */
  const sendPress = useCallback(async (): Promise<void> => {
    const sent = press.current
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
      if (press.current !== sent) return
      press.current = null
      const { checked } = latest.current
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
      if (press.current !== sent) return
      if (isLost(error)) return patch({ lost: latest.current.lost + 1 })
      press.current = null
      patch({ isDrawing: false, lost: 0 })
      signal('refused')
      await check(latest.current.entry).catch(() => undefined)
      patch({ said: { state: 'refused', text: wordsOf(error) } })
    }
  }, [path, patch, keep, check, tellChanged])

  const draw = useCallback(async (): Promise<void> => {
    const { entry, checked } = latest.current
    if (!checked || stageOf(latest.current) === 'drawing') return
    const body = { ...givenOf(entry, store), ...(entry.name && { customer_name: entry.name }) }
    // A press without an answer is the same press, whoever presses again.
    if (JSON.stringify(press.current?.body) !== JSON.stringify(body))
      press.current = { key: uniqueKey(), body, before: checked.results.length }
    await sendPress()
  }, [store, sendPress])

  const onScan = useCallback(
    async (code: string, way: Way): Promise<Outcome> => {
      const { entry, isDrawing, isTurning } = latest.current
      if (isDrawing || isTurning)
        return { state: 'refused', message: t('The result of this draw comes first. Please scan again after it.') }
      const found = entered(entry, recognised(code, way), event)
      if (found.bills !== entry.bills) patch({ checked: null, shown: null })
      return outcomeOf(await check(found))
    },
    [event, patch, check],
  )

  const settle = useCallback(
    (result: DrawResult, state: ResultState, said: Work['said']): void => {
      const { checked } = latest.current
      tellChanged()
      const results = checked?.results.map((one) => (one.id === result.id ? { ...one, state } : one)) ?? []
      const won = wonOf(results)
      if (checked && won.length + checked.draws_left > 0)
        patch({ checked: { ...checked, results }, shown: won.at(-1) ?? null, said })
      else next(said)
    },
    [patch, next, tellChanged],
  )

  /** The gift goes over the counter: written down at once, or as soon as there is a line. */
  const handOut = useCallback(
    async (result: DrawResult, signature?: string): Promise<void> => {
      const gift = result.gift?.name ?? ''
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
        await check(latest.current.entry).catch(() => undefined)
        patch({ said: { state: 'refused', text: wordsOf(error) } })
      }
    },
    [logs, send, settle, check, patch],
  )

  /** All that these bills have won goes over the counter together. */
  const handOutAll = useCallback(async (): Promise<void> => {
    for (const result of wonOf(latest.current.checked?.results ?? [])) await handOut(result)
  }, [handOut])

  /** The stock has it again. */
  const takeBack = useCallback(
    async (result: DrawResult, values: object): Promise<void> => {
      await post(`${logs.wire}/${result.id}/not_taken`, { ...values, version: result.version })
      settle(result, 'not-taken', {
        state: 'already',
        text: t('Not taken: {{gift}}. It is in stock again.', { gift: result.gift?.name ?? '' }),
      })
    },
    [logs, settle],
  )

  useRecalled({ face: face.name, store, event: event.id }, (kept) => {
    press.current = kept.press
    return check(kept.entry).catch(() => undefined)
  })
  const isConnected = useSyncExternalStore(busy.listen, () => busy.read().isConnected)
  useAgain(isConnected ? work.lost : 0, () => {
    if (press.current && latest.current.isDrawing) void sendPress()
    else void check(latest.current.entry).catch(() => undefined)
  })
  useEffect(() => {
    if (work.isTurning && !turns) reveal()
  }, [work.isTurning, turns, reveal])

  const setName = (name: string): void => {
    patch({ entry: { ...latest.current.entry, name } })
    keep()
  }
  return {
    ...work,
    stage: stageOf(work),
    isConnected,
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
export type DeskWork = ReturnType<typeof useWork>
