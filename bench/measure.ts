import type { Statement } from './capture.ts'
import type { Ground } from './fixture-db.ts'
import { drive } from './http.ts'
import type { Outcome } from './load.ts'
import type { Part } from './parts.ts'
import { pgbench } from './pgbench.ts'
import type { Line } from './table.ts'

export const CONNECTIONS = [1, 16, 64] as const
/** The number of connections that the goals speak of. */
export const JUDGED = 16
/** Seconds before anything counts. */
const WARM_UP = 20

export interface Pace {
  seconds: number
  rounds: number
  connections: readonly number[]
  /** Seconds before anything counts; usually enough for a server that has just started. */
  warmUp?: number
}

interface Place {
  ground: Ground
  url: string
  token: string
}

/** One part at each number of connections, server and database by turns, so that both meet the same weather. */
export async function measure(
  part: Part,
  place: Place,
  captured: Record<string, Statement[]>,
  pace: Pace,
): Promise<Line[]> {
  const lines: Line[] = []
  const driven = async (connections: number, seconds: number) =>
    drive({ url: place.url, token: place.token, connections, seconds, calls: await part.calls(place.ground) })
  // A server of a chain has been running for days: what its engine compiles at first is no part of a call.
  await driven(JUDGED, pace.warmUp ?? WARM_UP)
  for (const connections of pace.connections) {
    const served: Outcome[] = []
    const alone: number[] = []
    const beside: number[] = []
    for (let round = 0; round < pace.rounds; round++) {
      served.push(await driven(connections, pace.seconds))
      alone.push(await pgbench(place.ground, part.scripts(place.ground, captured), connections, pace.seconds))
      if (part.beside) beside.push(await pgbench(place.ground, [part.beside.script], connections, pace.seconds))
    }
    const outcome = together(served)
    console.error(
      `${part.name} at ${connections}: ${round(outcome.perSecond)}/s, database ${alone.map(round).join(' ')}${part.beside ? `, ${part.beside.name} ${beside.map(round).join(' ')}` : ''}`,
    )
    if (outcome.failed > outcome.done / 200)
      throw new Error(`${part.name}: ${outcome.failed} of ${outcome.done} calls failed`)
    lines.push(...linesOf(part, place.ground.rows, connections, outcome, mean(alone), mean(beside)))
  }
  return lines
}

function linesOf(
  part: Part,
  records: number,
  connections: number,
  outcome: Outcome,
  alone: number,
  beside: number,
): Line[] {
  const isJudged = connections === JUDGED
  const against = (
    limit: number,
    name: string,
    goal: { ratio: number } | undefined,
  ): Pick<Line, 'limit' | 'ratio' | 'goal' | 'isMet'> => ({
    limit: `${round(limit)}/s ${name}`,
    ratio: (outcome.perSecond / limit).toFixed(2),
    ...(goal && isJudged && { goal: `≥ ${goal.ratio}`, isMet: outcome.perSecond / limit >= goal.ratio }),
  })
  const at = `${connections} conn.`
  const lines: Line[] = [
    {
      what: part.name,
      at,
      measured: `${round(outcome.perSecond)}/s, p50 ${ms(outcome.p50)}, p99 ${ms(outcome.p99)}`,
      ...against(alone, 'same SQL', part.goal),
    },
  ]
  if (part.beside) {
    const { name, goal } = part.beside
    lines.push({ what: part.name, at, measured: `${round(outcome.perSecond)}/s`, ...against(beside, name, goal) })
  }
  for (const { share, most, connections: few, upTo = records } of part.slowest)
    if (connections === few)
      lines.push({
        what: `${part.name}, slowest`,
        at,
        measured: `${share} ${ms(outcome[share])}`,
        ...(records <= upTo && { goal: `< ${most} ms`, isMet: outcome[share] < most }),
      })
  return lines
}

/** The rounds' mean of each figure; what failed in any of them counts. */
function together(rounds: readonly Outcome[]): Outcome {
  const of = (name: keyof Outcome) => mean(rounds.map((one) => one[name]))
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    failed: of('failed') * rounds.length,
    done: of('done') * rounds.length,
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const round = (value: number): string => (value < 100 ? value.toFixed(1) : String(Math.round(value)))
const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
