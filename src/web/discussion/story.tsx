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
    key: `story-${definition.name}`,
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const { time_zone } = useSession()
  const shown = (found.data?.data ?? []).filter(
    (one) =>
      isTold(one) &&
      (paper ? paper.withInternal || one.comment?.kind !== 'internal' : isFull || one.kind !== 'activity'),
  )
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
        {shown.map((one, at) => {
          const { day, time } = wallClock(one.at, time_zone)
          const before = shown[at - 1]
          const isNewDay = !before || wallClock(before.at, time_zone).day !== day
          return (
            <Fragment key={keyOf(one, at)}>
              {isNewDay && <li className={css.day}>{formatDay(day)}</li>}
              <li className={css.item}>{draw?.(one, time) ?? <StoryItem one={one} words={words} time={time} />}</li>
            </Fragment>
          )
        })}
      </ol>
    </section>
  )
}

const keyOf = ({ kind, comment, activity, at }: StoryEntry, place: number) =>
  `${kind} ${comment?.id ?? activity?.id ?? `${at} ${place}`}`
/** A comment stands for itself; the log's line about it would say it twice. */
const isTold = (one: StoryEntry) => one.kind !== 'activity' || one.activity?.action !== 'comment'

function StoryItem({ one, words, time }: { one: StoryEntry; words: StoryWords; time: string }) {
  if (one.comment) return <CommentItem comment={one.comment} time={time} />
  return one.activity ? <Line line={one.activity} words={words} time={time} /> : null
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
