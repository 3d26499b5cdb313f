import { useCallback, useState } from 'react'
import { t } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { SCREEN_REFUSALS } from '../../shared/screen-refusals.ts'
import type { Act } from '../../web/acts/act.ts'
import { useActs, useCorrecting } from '../../web/acts/use-acts.ts'
import { ApiRefusal, failureWords } from '../../web/api.ts'
import { changed } from '../../web/query.ts'
import { alreadyBy, type Outcome, type Way } from '../../web/scan/outcome.ts'
import { signal } from '../../web/scan/signals.ts'
import { useSession } from '../../web/session.ts'
import { orders } from '../orders/orders.ts'
import type { ScanAnswer } from '../orders/scan.ts'

const MODULE = orders.name
const SCAN = `${orders.wire}/scan-order-success`
/** A packer waits no longer than this for an answer; the scan then goes on by itself. */
const PATIENCE_MS = 3000

/** A scan that is still on this device. */
export interface KeptScan {
  code: string
  at: string
  act: Act
}

/** What a desk does with codes: each is sent at once, or kept and sent later, never twice. */
export function useOrderDesk() {
  const { time_zone } = useSession()
  const { acts, send, drop } = useActs(MODULE)
  const [said, setSaid] = useState('')
  const [refused, setRefused] = useState<KeptScan>()
  useCorrecting(MODULE, (act) => setRefused(keptOf(act)))
  const kept = acts
    .filter(({ path, refusal }) => path === SCAN && !refusal)
    .map(keptOf)
    .toReversed()

  const onScan = useCallback(
    async (code: string, way: Way): Promise<Outcome> => {
      setSaid('')
      // What is scanned meanwhile is another order.
      const instead = way === 'typed' ? refused?.act : undefined
      if (instead) setRefused(undefined)
      try {
        const sending = await send<ScanAnswer>({
          ...{ path: SCAN, body: { code }, label: pack('Scan of order {{code}}', { code }) },
          ...{ about: `${orders.wire}/${code.toUpperCase()}`, module: MODULE, patience: PATIENCE_MS },
          ...(instead && { instead }),
        })
        if (sending.state === 'kept') return { state: 'kept', message: code }
        changed(orders.wire)
        return sending.answer ? outcomeOf(sending.answer, time_zone) : { state: 'done', message: code }
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error
        const isUnknown = error.code === SCREEN_REFUSALS['order unknown'].code
        return { state: isUnknown ? 'unknown' : 'refused', message: failureWords(error) }
      }
    },
    [send, time_zone, refused],
  )

  const undo = async (code: string, act?: Act): Promise<void> => {
    try {
      if (!act || !(await drop(act)))
        await send({
          ...{
            path: `${orders.wire}/undo-scan`,
            body: { code },
            label: pack('Take back the scan of {{code}}', { code }),
          },
          ...{ about: `${orders.wire}/${code}`, module: MODULE },
        })
      changed(orders.wire)
      setSaid(t('The scan of {{code}} is taken back', { code }))
    } catch (error) {
      signal('refused')
      setSaid(failureWords(error))
    }
  }

  return { onScan, undo, kept, said, refused }
}

function outcomeOf({ outcome, order, parcel, done, of, by, at }: ScanAnswer, zone: string): Outcome {
  const what = parcel ? t('{{order}}, parcel {{parcel}}', { order, parcel }) : order
  if (outcome === 'already') return alreadyBy(by, at, zone, what)
  const left = of > 1 ? ` · ${t('{{done}} of {{of}} parcels', { done, of })}` : ''
  return { state: 'done', message: `${what}${left}` }
}

const keptOf = (act: Act): KeptScan => ({
  code: String((act.body as { code?: unknown }).code ?? ''), // as `onScan` made it
  at: new Date(act.done_at).toISOString(),
  act,
})
