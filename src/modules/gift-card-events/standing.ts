import type { Choice } from '../../shared/fields.ts'

/** What people decide; whether a running event has begun or is over is told by its dates. */
export const STAGES = [
  { value: 'draft', label: 'Draft', tone: 'mute' },
  { value: 'running', label: 'Released', tone: 'ok' },
  { value: 'paused', label: 'Paused', tone: 'warn' },
  { value: 'ended', label: 'Ended', tone: 'mute' },
] as const satisfies readonly Choice[]

/** How an event stands this moment; nothing is stored of it, so that nothing has to happen when it begins or ends. */
export const STANDINGS = [
  { value: 'draft', label: 'Draft', tone: 'mute' },
  { value: 'planned', label: 'Planned', tone: 'info' },
  { value: 'running', label: 'Running', tone: 'ok' },
  { value: 'paused', label: 'Paused', tone: 'warn' },
  { value: 'ended', label: 'Ended', tone: 'mute' },
] as const satisfies readonly Choice[]

/** Over for good, by hand or by its date: from then on its seeds are public. */
export const isOver = (alias: string): string =>
  `(${alias}.stage = 'ended' or (${alias}.stage <> 'draft' and ${alias}.ends_at <= clock_timestamp()))`

export const standingSql = (alias: string): string =>
  `case when ${alias}.stage = 'draft' then 'draft' when ${isOver(alias)} then 'ended' when ${alias}.stage = 'paused' then 'paused' when ${alias}.starts_at > clock_timestamp() then 'planned' else 'running' end`

/** What the log says of an event once it runs for the first time. */
export const BEGIN = 'begin'
