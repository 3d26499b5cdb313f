import { DAY_MS } from '../../../shared/time/units.ts'
import { keep } from '../keep.ts'
import { discard, type Letter, letters, type Receipt } from './outbox.ts'

/** A kept letter as the pages tell of it: nothing private. */
export interface Note {
  key: string
  form: string
  receipt?: Receipt
  /** What the server said when it did not take it. */
  reason?: string
}

/** The server knows a key for thirty days; what is private shall not lie on a phone for long. */
const LONGEST_MS = 14 * DAY_MS

/** What is in the outbox and how it stands; what is too old is put away first. */
export async function notes(): Promise<Note[]> {
  const found: Note[] = []
  for (const letter of await letters()) {
    const now = await aged(letter).catch(() => letter)
    if (now) found.push(noteOf(now))
  }
  return found
}

const noteOf = ({ key, form, receipt, refusal }: Letter): Note => ({
  key,
  form,
  ...(receipt && { receipt }),
  ...(refusal && { reason: refusal.description }),
})

/** Two weeks old, a letter waits no longer and loses what is private; after two more, or once it has arrived, it goes. */
async function aged(letter: Letter): Promise<Letter | null> {
  const age = Date.now() - letter.kept_at
  if (age < LONGEST_MS) return letter
  if (letter.receipt || age > 2 * LONGEST_MS) {
    await discard(letter)
    return null
  }
  if (Object.keys(letter.body).length === 0) return letter // lost it already
  const { sent: _, ...rest } = letter
  const bare: Letter = {
    ...rest,
    body: {},
    draft: { ...letter.draft, values: openPart(letter) },
    refusal: letter.refusal ?? { description: 'It waited too long.', fields: {} },
  }
  await keep('outbox', bare)
  return bare
}

const openPart = ({ draft, private: hidden }: Letter): object =>
  Object.fromEntries(Object.entries(draft.values).filter(([name]) => !hidden.includes(name)))
