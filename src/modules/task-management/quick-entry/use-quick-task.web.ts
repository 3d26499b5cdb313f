import { useState } from 'react'
import { instantOf, wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { useSession } from '../../../web/session.ts'
import type { Wall } from './moments.ts'
import type { Mention, Person } from './people.ts'
import { type QuickPriority, type Reading, readQuick } from './quick-entry.ts'

/** Where no time is said, work begins and is due with the day of an office. */
const BEGINS = '08:00'
const ENDS = '17:00'

/** A mention with whoever is meant by it, as far as that is known. */
export interface Who extends Mention {
  chosen: Person | null
}
export interface QuickTask {
  line: string
  reading: Reading
  title: string
  people: readonly Who[]
  start: string | null
  end: string | null
  priority: QuickPriority
  /** What keeps it from being saved, in sentences. */
  wrong: readonly string[]
  /** What a request takes. */
  body: object
  write: (line: string) => void
  /** Somebody of those whom the picker offered: known from now on. */
  know: (people: readonly Person[]) => void
  choose: (typed: string, person: Person) => void
  /** Pieces were meant as words: they stay in the title. */
  leave: (...texts: readonly string[]) => void
  setEnd: (end: string | null) => void
  setPriority: (priority: QuickPriority) => void
  clear: () => void
}

interface Corrections {
  people: Readonly<Record<string, Person>>
  words: ReadonlySet<string>
  end: string | null | undefined
  priority: QuickPriority | undefined
}
const NONE: Corrections = { people: {}, words: new Set(), end: undefined, priority: undefined }

/** A line under way, what it means so far, and what was set right by hand. */
export function useQuickTask(): QuickTask {
  const { id, user_name, time_zone } = useSession()
  const [line, setLine] = useState('')
  const [known, setKnown] = useState<readonly Person[]>([])
  const [corrected, setCorrected] = useState(NONE)
  const me = { id, name: user_name }
  const { day: today, time: now } = wallClock(new Date(), time_zone)
  const reading = readQuick(line, { today, now, people: known, me, words: corrected.words })
  const at = (wall: Wall | null, usual: string) =>
    wall && instantOf(`${wall.day} ${wall.time ?? usual}`, time_zone).toISOString()
  const people = reading.mentions.map((mention): Who => {
    const picked = corrected.people[mention.typed]
    const [only, ...others] = mention.people
    return { ...mention, chosen: picked ?? (only && others.length === 0 ? only : null) }
  })
  const start = corrected.end === undefined ? at(reading.start, BEGINS) : null
  const end = corrected.end === undefined ? at(reading.end, ENDS) : corrected.end
  const priority = corrected.priority ?? reading.priority ?? 'normal'
  const processors = [...new Set(people.flatMap(({ chosen }) => chosen?.id ?? []))]
  const change = (one: Partial<Corrections>) => setCorrected((before) => ({ ...before, ...one }))
  return {
    ...{ line, reading, title: reading.title, people, start, end, priority },
    wrong: wrongOf(reading, people, end),
    body: {
      ...{ title: reading.title, priority, date_start: start, date_end: end },
      processors: processors.length > 0 ? processors : [id],
    },
    write: (typed) => {
      setLine(typed)
      if (typed === '') setCorrected(NONE)
    },
    know: (found) =>
      setKnown((before) => [...before.filter(({ id: one }) => !found.some((other) => other.id === one)), ...found]),
    choose: (typed, person) => change({ people: { ...corrected.people, [typed]: person } }),
    leave: (...texts) =>
      change({ words: new Set([...corrected.words, ...texts.map((text) => text.toLowerCase().trim())]) }),
    setEnd: (chosen) => change({ end: chosen }),
    setPriority: (chosen) => change({ priority: chosen }),
    clear: () => {
      setLine('')
      setCorrected(NONE)
    },
  }
}

function wrongOf({ title }: Reading, people: readonly Who[], end: string | null): string[] {
  const open = people.filter(({ chosen }) => !chosen)
  return [
    ...(title === '' ? [t('Please write what is to be done.')] : []),
    ...open.map(({ typed, people: found }) =>
      found.length > 1
        ? t('{{n}} people are called {{name}}: please choose one.', { n: found.length, name: typed })
        : t('Nobody is called {{name}}: please choose somebody, or take it away.', { name: typed }),
    ),
    ...(end !== null && Date.parse(end) < Date.now() ? [t('That time is over: please choose another one.')] : []),
  ]
}
