import type { Named } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import type { Act, NewAct } from '../../web/acts/act.ts'
import { useActs, useCorrecting } from '../../web/acts/use-acts.ts'
import { useArrived } from '../../web/acts/use-arrived.ts'
import { prepare } from '../../web/public/attachments/prepare.ts'
import { deliveryFlow } from './flow.ts'
import { goodsDelivery } from './goods-delivery.ts'
import type { Stop } from './stop.ts'

export type StepName = 'out' | 'delivered' | 'failed' | 'undo-ended'

/** What a step is told. */
export interface Told {
  shipper?: number
  failure_reason?: string
  photo?: File
}

/** A stop as it will stand, with the act that is still on the device. */
export interface ShownStop extends Stop {
  waiting: Act | null
}

const aboutOf = (id: number): string => `${goodsDelivery.wire}/${id}`
const ARRANGE = `${goodsDelivery.wire}/arrange`
export const stepOf = ({ path }: Act): string => path.split('/').at(-1) ?? ''

/** The steps of a day's stops: each is kept on the device until the server has it. */
export function useStopActs(shipper: Named | null, askedAt: number, onCorrect: (id: number, act: Act) => void) {
  const { acts, send, drop } = useActs(goodsDelivery.name)
  const arrived = useArrived(acts, askedAt)
  useCorrecting(goodsDelivery.name, (act) => onCorrect(Number(act.about.split('/')[1]), act))

  const shown = (stop: Stop): ShownStop => {
    const own = acts.filter(({ about, refusal }) => about === aboutOf(stop.id) && !refusal)
    const waiting = own.at(-1) ?? null
    const latest = waiting ?? arrived.findLast(({ about }) => about === aboutOf(stop.id))
    if (!latest) return { ...stop, waiting }
    const { failure_reason = null } = latest.body as Told // as `take` writes it
    const status = deliveryFlow.steps[stepOf(latest) as StepName].to as Stop['status'] // as above, to a state of the field
    return { ...stop, status, failure_reason, ended_at: new Date(latest.done_at).toISOString(), waiting }
  }

  /** Throws the server's refusal. */
  const take = async (
    stop: Stop,
    name: StepName,
    { photo, ...body }: Told = {},
    more: Pick<NewAct, 'instead' | 'left'> = {},
  ): Promise<void> => {
    const path = `${aboutOf(stop.id)}/${name}`
    const told = name === 'out' && shipper ? { shipper: shipper.id, ...body } : body
    await send({
      path,
      body: told,
      ...(photo && { files: [{ field: 'photo', file: await prepare(photo) }] }),
      about: aboutOf(stop.id),
      module: goodsDelivery.name,
      label: pack('{{number}}: {{state}}', { number: stop.receipt_no, state: deliveryFlow.steps[name].label }),
      ...more,
    })
  }

  /** The order in which the stops are driven to. */
  const arrange = async (stops: readonly number[]): Promise<void> => {
    await send({
      path: ARRANGE,
      body: { stops },
      about: ARRANGE,
      module: goodsDelivery.name,
      label: pack('Order of the stops'),
    })
  }
  const kept = acts.findLast(({ path }) => path === ARRANGE)
  const arranged = (kept?.body as { stops: number[] } | undefined)?.stops ?? null // as `arrange` writes it
  return { shown, take, drop, arrange, arranged }
}
