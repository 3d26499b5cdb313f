import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import { useLocalStorage } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { ActivityLine } from '../../shared/api.ts'
import { formatDay, wallClock } from '../../shared/format.ts'
import { behindName, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { useSession } from '../session.ts'
import { Failed } from '../ui/states.tsx'
import { actorOf, Changes, type StoryWords } from './activity-line.tsx'
import { CommentItem } from './comment-item.tsx'
import css from './story.module.css'
import type { StoryData, StoryEntry } from './story-entries.ts'
import { StoryRow } from './story-row.tsx'

interface StoryProps<E extends StoryEntry> {
  definition: Definition
  id: number
  words: StoryWords
  /** On paper all of it is told, the internal comments by choice. */
  paper?: { withInternal: boolean } | undefined
  /** The story itself, where its module reads it otherwise. */
  found: UseQueryResult<StoryData<E>>
  /** An entry that the module draws itself. */
  draw?: (one: E, time: string) => ReactNode
}

/** Comments and history of a record as one story, oldest first; beside them what its module draws. */
export function StoryList<E extends StoryEntry>({ definition, words, paper, found, draw }: StoryProps<E>) {
  const [isFull, setFull] = useLocalStorage({
    key: `history-${definition.name}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const { time_zone } = useSession()
  const shown = (found.data?.data ?? []).filter(
    (one) => isTold(one) && (!paper || paper.withInternal || one.comment?.kind !== 'internal'),
  )
  const lastTalk = shown.findLastIndex(({ kind }) => kind !== 'activity')
  return (
    <section className={css.story} aria-labelledby="story">
      <header className={css.top}>
        <h2 id="story">{t('What happened since')}</h2>
        {!paper && (
          <Switch
            size="xs"
            label={t('Show history')}
            checked={isFull}
            onChange={(event) => setFull(event.currentTarget.checked)}
          />
        )}
      </header>
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.isSuccess && shown.length === 0 && <p className={css.none}>{t('No comments yet')}</p>}
      <ol className={css.list}>
        {daysOf(shown, time_zone).map(({ day, entries }) => (
          <Fragment key={day}>
            <li className={css.day}>{formatDay(day)}</li>
            {(paper || isFull ? entries.map(alone) : foldedOf(entries, lastTalk)).map(([first, ...rest]) => (
              <li className={css.item} key={first.key}>
                {rest.length > 0 ? (
                  <Folded lines={[first, ...rest]} words={words} />
                ) : (
                  (draw?.(first.one, first.time) ?? <StoryItem one={first.one} time={first.time} words={words} />)
                )}
              </li>
            ))}
          </Fragment>
        ))}
      </ol>
    </section>
  )
}

interface Timed<E> {
  one: E
  /** Its place in the whole story. */
  at: number
  key: string
  time: string
}
type Run<E> = [Timed<E>, ...Timed<E>[]]
const alone = <E,>(entry: Timed<E>): Run<E> => [entry]

function daysOf<E extends StoryEntry>(entries: readonly E[], zone: string): { day: string; entries: Timed<E>[] }[] {
  const days: { day: string; entries: Timed<E>[] }[] = []
  for (const [at, one] of entries.entries()) {
    const { day, time } = wallClock(one.at, zone)
    if (days.at(-1)?.day !== day) days.push({ day, entries: [] })
    days.at(-1)?.entries.push({ one, at, key: keyOf(one, at), time })
  }
  return days
}

/** So many lines of history between what people said are one, which opens. */
const MANY = 3

/** The entries of a day, the history between what people said folded; what came after `lastTalk` is the news of the record and stays open. */
function foldedOf<E extends StoryEntry>(entries: readonly Timed<E>[], lastTalk: number): Run<E>[] {
  const isOld = ({ one, at }: Timed<E>) => one.kind === 'activity' && at < lastTalk
  const runs: Run<E>[] = []
  for (const entry of entries) {
    const last = runs.at(-1)
    if (last && isOld(entry) && isOld(last[0])) last.push(entry)
    else runs.push(alone(entry))
  }
  return runs.flatMap((run) => (run.length < MANY ? run.map(alone) : [run]))
}

const keyOf = ({ kind, comment, activity, at }: StoryEntry, place: number) =>
  `${kind} ${comment?.id ?? activity?.id ?? `${at} ${place}`}`
/** A comment stands for itself; the log's line about it would say it twice. */
const isTold = (one: StoryEntry) => one.kind !== 'activity' || one.activity?.action !== 'comment'

interface TimedLine {
  one: StoryEntry
  time: string
  words: StoryWords
}

function StoryItem({ one, words, time }: TimedLine) {
  if (one.comment) return <CommentItem comment={one.comment} time={time} />
  return one.activity ? <Line line={one.activity} words={words} time={time} /> : null
}

function Folded({ lines, words }: { lines: Run<StoryEntry>; words: StoryWords }) {
  const people = new Set(lines.flatMap(({ one }) => (one.activity ? [actorOf(words, one.activity)] : [])))
  return (
    <StoryRow sign={<span className={css.dot} />}>
      <details className={css.folded}>
        <summary>
          {t('{{count}} changes', { count: lines.length })}
          <span>{[...people].join(', ')}</span>
          <time>{[...new Set([lines[0].time, lines.at(-1)?.time])].join('–')}</time>
        </summary>
        <ol>
          {lines.map(({ key, one, time }) => (
            <li className={css.item} key={key}>
              <StoryItem {...{ one, time, words }} />
            </li>
          ))}
        </ol>
      </details>
    </StoryRow>
  )
}

function Line({ line, words, time }: { line: ActivityLine; words: StoryWords; time: string }) {
  const who = actorOf(words, line)
  return (
    <StoryRow sign={<span className={css.dot} data-tone={words.toneOf(line)} />}>
      <p className={css.line}>
        <b>{who}</b>
        {behindName(who, ` ${t(words.verbOf(line))} `)}
        <time dateTime={line.at}>{time}</time>
      </p>
      <Changes line={line} words={words} />
    </StoryRow>
  )
}
