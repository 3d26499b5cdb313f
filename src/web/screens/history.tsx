import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityLine } from '../../shared/api.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { useSession } from '../session.ts'
import { Face } from '../ui/avatar.tsx'
import { Failed, SkeletonLines } from '../ui/states.tsx'
import { sentencesOf } from './history-words.ts'
import { historyOf } from './records.ts'
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
      <ol className={css.history}>
        {(found.data?.data ?? []).map((line) => (
          <HistoryLine key={line.id} definition={definition} line={line} />
        ))}
      </ol>
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

/** One line of a history, e.g. in a timeline of a module's own. */
export function HistoryLine({ definition, line }: { definition: Definition; line: ActivityLine }) {
  const { time_zone } = useSession()
  const who = line.actor?.name ?? t('The system')
  return (
    <li>
      <Face name={who} size={26} />
      <div>
        {sentencesOf(definition, line).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <time dateTime={line.at}>{formatMoment(line.at, time_zone)}</time>
      </div>
    </li>
  )
}
