import type { Named } from '../../../shared/fields.ts'
import { wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { ApiRefusal, failureWords } from '../../api.ts'
import { changed, client, keys } from '../../query.ts'
import { chainTimeZone } from '../../session.ts'
import { snackbar } from '../../ui/snackbar.tsx'
import type { AnyRow } from '../module.ts'
import { caughtUp, keep } from '../record-acts.ts'
import type { StepWays } from './move.ts'

interface Versioned {
  id: number
  version: number
}

/** How acts on the records of a module go where several people are at one: what is newest counts, and who was quicker is told. */
export interface RecordWays<R extends Versioned> {
  /** The record as it is known now: what arrived since the screen was drawn counts. */
  latest: (row: R) => R
  /** Keeps what the server answered, and tells every list, count and board. */
  keep: (row: R) => void
  /** What a dialog sends is of the record as it stood when it opened, or when it was last told that somebody was quicker; one's own acts apart. */
  asSeen: (row: R, send: (seen: R, values: object) => Promise<void>) => (values: object) => Promise<void>
  /** A refusal in kind words. Where somebody was quicker, it says who and what, and the fresh record is shown already. */
  explained: (error: unknown, id: number, shown?: string) => ApiRefusal | null
  /** Says a refusal at the foot of the page, with a way to try again where that may help. */
  showRefusal: (error: unknown, id: number, again?: () => void) => void
  /** The same for the steps of its flow, whose state is shown at once. */
  steps: StepWays
}

export function recordWays<R extends Versioned>(definition: Definition): RecordWays<R> {
  const latest = (row: R): R => {
    const held = client.getQueryData<R>(keys.record(definition.wire, row.id))
    return held && held.version >= row.version ? held : row
  }
  const explained = (error: unknown, id: number, shown = t('You now see it as it stands; what you typed is kept.')) => {
    if (!(error instanceof ApiRefusal)) return null
    if (error.status !== 409) return error
    const facts = error.data as Facts // the contract of both kinds of 409
    if (facts.record) client.setQueryData(keys.record(definition.wire, id), facts.record)
    changed(definition.name, id)
    return new ApiRefusal(error.code, error.status, wordsOf(definition, error, facts, shown), error.data)
  }
  const showRefusal = (error: unknown, id: number, again?: () => void) => {
    const said = explained(error, id, t('You see it as it stands now.'))
    if (!said) throw error
    snackbar(failureWords(said), {
      variant: 'alert',
      colour: said.status === 409 ? 'warn' : 'bad',
      action: again && (said.status === 409 || said.status === 0) ? { label: t('Try again'), run: again } : undefined,
    })
  }
  return {
    latest,
    explained,
    showRefusal,
    keep: (row) => void keep(definition, row as unknown as AnyRow), // the rows of these screens are the definition's
    asSeen(row, send) {
      let seen = latest(row)
      return async (values) => {
        seen = (await caughtUp(definition, seen as unknown as AnyRow)) as unknown as R // as above
        try {
          await send(seen, values)
        } catch (error) {
          if (error instanceof ApiRefusal && error.status === 409) seen = latest(row)
          throw error
        }
      }
    },
    steps: {
      latest: (row) => latest(row as unknown as R) as unknown as AnyRow, // the rows of these screens are the definition's
      expected: ({ to }) => {
        const field = definition.flow?.field ?? ''
        return definition.fields[field]?.of?.some(({ value }) => value === to) ? { [field]: to } : undefined
      },
      explain: (error, { id }) => explained(error, id),
      tell: (error, { id }, again) => showRefusal(error, id, again),
    },
  }
}

interface Facts {
  record?: AnyRow
  changed_by?: Named | string | null
  changed_at?: string
  changed?: string[]
  state?: string
}

function wordsOf(
  { fields, flow, one }: Definition,
  error: ApiRefusal,
  { changed_by, changed_at, changed: names = [], state }: Facts,
  shown: string,
): string {
  const who = typeof changed_by === 'string' ? changed_by : changed_by?.name
  if (!who) return error.description
  const when = changed_at ? wallClock(changed_at, chainTimeZone()).time : '–'
  const what = names.flatMap((name) => (fields[name] ? [t(fields[name].label)] : [])).join(', ') || t(one)
  const word = fields[flow?.field ?? '']?.of?.find(({ value }) => value === state)?.label
  const prefix = word
    ? t('{{who}} set this to “{{state}}” at {{when}}.', { who, when, state: t(word) })
    : t('{{who}} changed this at {{when}}: {{what}}.', { who, when, what })
  return `${prefix} ${shown}`
}
