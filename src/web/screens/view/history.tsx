import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityLine } from '../../../shared/api.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { useNamesByModule } from '../../fields/names.ts'
import { useSession } from '../../session.ts'
import { Face } from '../../ui/avatar.tsx'
import { Failed, SkeletonLines } from '../../ui/states.tsx'
import { historyOf } from '../records.ts'
import { actorOf, mentionedIn, sentencesOf } from './history-words.ts'
import css from './view.module.css'

const FIRST = 10
const MORE = 25

/** What happened to a record, newest first, in plain sentences. */
export function HistoryPanel({ definition, id }: { definition: Definition; id: number }) {
  const [perpage, setPerpage] = useState(FIRST)
  const found = useQuery({ ...historyOf(definition, id, perpage), placeholderData: keepPreviousData })
  const total = found.data?.total ?? 0
  return (
    <section className={css.sheet} aria-label={t('History')}>
      <h2>{t('History')}</h2>
      {found.isError && !found.data ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {found.isPending ? <SkeletonLines lines={4} /> : null}
      {found.data ? <HistoryLines definition={definition} lines={found.data.data} /> : null}
      {found.data?.total === 0 ? <p className={css.quiet}>{t('Nothing has changed yet')}</p> : null}
      {total > perpage ? (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={found.isFetching}
          onClick={() => setPerpage(perpage + MORE)}
        >
          {t('Show earlier changes')}
        </Button>
      ) : null}
    </section>
  )
}

/** Lines of a history, with the names of what they point at. */
export function HistoryLines({ definition, lines }: { definition: Definition; lines: readonly ActivityLine[] }) {
  const { time_zone } = useSession()
  const nameOf = useNamesByModule(mentionedIn(definition, lines))
  return (
    <ol className={css.history}>
      {lines.map((line) => (
        <li key={line.id}>
          <Face name={actorOf(line)} size={26} />
          <div>
            {sentencesOf(definition, line, { zone: time_zone, nameOf }).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <time dateTime={line.done_at ?? line.at}>{formatMoment(line.done_at ?? line.at, time_zone)}</time>
            {line.done_at ? <small>{t('Sent later, {{at}}', { at: formatMoment(line.at, time_zone) })}</small> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
