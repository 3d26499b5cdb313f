import type { Named } from '../../../shared/fields.ts'
import { wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { ApiRefusal } from '../../../web/api.ts'
import { changed, client, keys } from '../../../web/query.ts'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { STATES } from '../states.ts'

/** The complaint as it is known now: what arrived since the screen was drawn counts. */
export const latest = (row: Complaint): Complaint => {
  const held = client.getQueryData<Complaint>(keys.record(WIRE, row.id))
  return held && held.version >= row.version ? held : row
}

/** Keeps what the server answered, and tells every list, count and board. */
export function keep(row: Complaint): void {
  client.setQueryData(keys.record(WIRE, row.id), row)
  changed(complaints.name, row.id)
}

/** What a dialog sends is of the complaint as it stood when it opened, or when it was last told that somebody was quicker. */
export function asSeen(row: Complaint, send: (seen: Complaint, values: object) => Promise<void>) {
  let seen = latest(row)
  return async (values: object): Promise<void> => {
    try {
      await send(seen, values)
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 409) seen = latest(row)
      throw error
    }
  }
}

/** A refusal in kind words. Where somebody was quicker, it says who and what, and the fresh record is shown already. */
export function explained(
  error: unknown,
  id: number,
  timeZone: string,
  shown: string = t('You now see it as it stands; what you typed is kept.'),
): ApiRefusal | null {
  if (!(error instanceof ApiRefusal)) return null
  if (error.status !== 409) return error
  const facts = factsOf(error)
  if (facts.record) client.setQueryData(keys.record(WIRE, id), facts.record)
  changed(complaints.name, id)
  return new ApiRefusal(error.code, error.status, wordsOf(error, facts, timeZone, shown), error.data)
}

/** Says a refusal at the foot of the page, with a way to try again where that may help. */
export function showRefusal(error: unknown, id: number, timeZone: string, again?: () => void): void {
  const said = explained(error, id, timeZone, t('You see it as it stands now.'))
  if (!said) throw error
  snackbar(said.description, {
    variant: 'alert',
    colour: said.status === 409 ? 'warn' : 'bad',
    action: again && (said.status === 409 || said.status === 0) ? { label: t('Try again'), run: again } : undefined,
  })
}

interface Facts {
  record?: Complaint
  changed_by?: Named | string | null
  changed_at?: string
  changed?: string[]
  state?: string
}

const factsOf = (error: ApiRefusal): Facts => error.data as Facts // the contract of both kinds of 409

function wordsOf(
  error: ApiRefusal,
  { changed_by, changed_at, changed: names = [], state }: Facts,
  timeZone: string,
  shown: string,
): string {
  const who = typeof changed_by === 'string' ? changed_by : changed_by?.name
  if (!who) return error.description
  const when = changed_at ? wallClock(changed_at, timeZone).time : '–'
  const what = names.flatMap(labelOf).join(', ') || t('Complaint')
  const word = STATES.find((one) => one.value === state)?.label
  const prefix = word
    ? t('{{who}} set this to “{{state}}” at {{when}}.', { who, when, state: t(word) })
    : t('{{who}} changed this at {{when}}: {{what}}.', { who, when, what })
  return `${prefix} ${shown}`
}

const labelOf = (name: string): string[] => {
  const field = name in complaints.fields ? complaints.fields[name as keyof typeof complaints.fields] : undefined // tested on this line
  return field ? [t(field.label)] : []
}
