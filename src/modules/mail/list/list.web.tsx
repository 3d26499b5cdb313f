import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../../../shared/language.ts'
import { useSession } from '../../../web/session.ts'
import { Empty, Failed, SkeletonRows } from '../../../web/ui/states.tsx'
import type { Place } from '../acts.web.ts'
import type { useMails } from '../data.web.ts'
import { folderName } from '../names.web.ts'
import type { MailPlace } from '../place.web.ts'
import css from './list.module.css'
import { Row } from './row.web.tsx'
import type { Selection } from './selection.web.ts'

interface ListProps {
  place: MailPlace & { at: Place }
  mails: ReturnType<typeof useMails>
  selection: Selection
}

/** The conversations of a folder; more come as one scrolls. */
export function MailList({ place, mails, selection }: ListProps) {
  const { time_zone } = useSession()
  const { rows, count } = mails
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (selection.cursor) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [selection.cursor])
  if (mails.isError && rows.length === 0) return <Failed error={mails.error} retry={() => void mails.refetch()} />
  if (mails.isPending)
    return (
      <div role="status" aria-label={t('Loading…')}>
        <SkeletonRows rows={12} height={56} />
      </div>
    )
  if (rows.length === 0) return <Nothing place={place} />
  return (
    <div className={css.scroller}>
      <ul ref={list} className={css.rows} aria-label={folderName(place.at.folder)}>
        {rows.map((row, at) => (
          <Row
            key={row.id}
            row={row}
            at={at}
            place={place.at}
            timeZone={time_zone}
            isActive={row.id === selection.cursor}
            isOpen={row.id === place.open}
            isSelected={selection.ids.has(row.id)}
            select={selection.select}
          />
        ))}
      </ul>
      {mails.hasNextPage && <More mails={mails} />}
      <p role="status" className={css.count}>
        {t('{{shown}} of {{total}}', { shown: rows.length, total: Math.max(count, rows.length) })}
      </p>
    </div>
  )
}

/** Fetches the next page when it comes into sight; as a button for whoever does not scroll. */
function More({ mails }: Pick<ListProps, 'mails'>) {
  const place = useRef<HTMLDivElement>(null)
  const { fetchNextPage, isFetchingNextPage } = mails
  useEffect(() => {
    if (!place.current || isFetchingNextPage) return
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && void fetchNextPage(), {
      rootMargin: '600px',
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [fetchNextPage, isFetchingNextPage])
  return (
    <div ref={place} className={css.more}>
      <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('Older mails')}
      </Button>
    </div>
  )
}

function Nothing({ place }: Pick<ListProps, 'place'>) {
  const { search, filter } = place.asked
  if (!search && !filter)
    return (
      <Empty title={place.at.folder.role === 'inbox' ? t('Nothing left to read') : t('This folder is empty')}>
        {place.at.folder.role === 'inbox' && t('New mail appears here by itself.')}
      </Empty>
    )
  return (
    <Empty
      title={search ? t('Nothing found for “{{text}}”', { text: search }) : t('Nothing here with this filter')}
      action={
        <Button variant="default" onClick={() => place.change({ search: '', filter: '' })}>
          {t('Show all mails')}
        </Button>
      }
    />
  )
}
