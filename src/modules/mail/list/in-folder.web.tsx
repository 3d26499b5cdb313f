import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { MailFolder, MailRow } from '../../../shared/mail.ts'
import { fetchAhead } from '../../../web/ahead.ts'
import { lazyWithCatalog } from '../../../web/catalogs.ts'
import { SkeletonRows } from '../../../web/ui/states.tsx'
import { archive, destroy, junk, mark, type Place, undoLast } from '../acts.web.ts'
import { refreshMails, type useMails } from '../data.web.ts'
import { useMailKeys } from '../keys.web.ts'
import css from '../mail.module.css'
import { folderName } from '../names.web.ts'
import { type MailPlace, SCHEDULED } from '../place.web.ts'
import { answerNewest } from '../writing/answer-newest.web.ts'
import { continueDraft, writeNew } from '../writing/start.web.ts'
import { MailActs, Refresh } from './bar.web.tsx'
import { Filters, FolderPicker, NewMail, Search } from './head.web.tsx'
import { MailList } from './list.web.tsx'
import { useSelection } from './selection.web.ts'

const loadReader = () => import('../reading/reader.web.tsx')
/** What reading takes comes with the first mail that is opened, or a moment after the list. */
const Reader = lazy(loadReader)
const KeysHelp = lazyWithCatalog(() => import('../keys-help.web.tsx'))

interface InFolderProps {
  folders: readonly MailFolder[]
  folder: MailFolder
  place: MailPlace
  mails: ReturnType<typeof useMails>
  isBeside: boolean
  waiting: number
}

/** The mails of a folder, the one that is read, and the keys for both. */
export function InFolder({ folders, folder, place, mails, isBeside, waiting }: InFolderProps) {
  const { rows } = mails
  const at = useMemo<Place>(() => ({ folder, folders }), [folder, folders])
  const selection = useSelection(rows, JSON.stringify(place.asked))
  const [isHelp, setHelp] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const open = rows.find(({ id, thread }) => id === place.open || (place.open && thread.includes(place.open)))
  const { cursor, setCursor } = selection
  useEffect(() => fetchAhead(loadReader), [])
  const index = rows.findIndex(({ id }) => id === (open?.id ?? cursor))

  useEffect(() => {
    // A draft is written on, not read; one that waits for its time is taken back first, so that it never goes out twice.
    if (!open?.draft) return
    if (open.scheduled) return place.change({ folder: SCHEDULED }, { replace: true })
    place.change({ open: null }, { replace: true })
    void continueDraft(open.id)
  }, [open, place])

  const step = (by: 1 | -1) => {
    const next = rows[Math.min(Math.max(index + by, 0), rows.length - 1)]
    if (!next) return place.open ? place.change({ open: null }) : undefined
    setCursor(next.id)
    if (place.open) {
      if (next.id === open?.id) place.change({ open: null })
      else place.change({ open: next.id }, { replace: true })
    }
  }
  const extend = (by: 1 | -1) => {
    const next = Math.min(Math.max(index + by, 0), rows.length - 1)
    if (selection.ids.size === 0 && index >= 0) selection.select(index, false)
    selection.select(next, true)
    setCursor(rows[next]?.id ?? null)
  }
  const meant = (): MailRow[] => {
    if (selection.chosen.length > 0) return selection.chosen
    const one = open ?? rows[index]
    return one ? [one] : []
  }
  const on =
    (act: (rows: readonly MailRow[], at: Place) => Promise<void>, isAway = true) =>
    () => {
      const chosen = meant()
      if (chosen.length === 0) return
      if (isAway) goOn()
      void act(chosen, at)
    }
  /** After what is away the next one is at hand. */
  const goOn = () => {
    if (selection.chosen.length > 0) selection.clear()
    else if (place.open) step(1)
    else setCursor(rows[index + 1]?.id ?? rows[index - 1]?.id ?? null)
  }
  const remove = () => {
    const chosen = meant()
    if (chosen.length > 0) void destroy(chosen, at, goOn)
  }
  useMailKeys({
    j: () => step(1),
    k: () => step(-1),
    J: () => extend(1),
    K: () => extend(-1),
    Enter: () => rows[index] && place.change({ open: rows[index].id }),
    o: () => rows[index] && place.change({ open: rows[index].id }),
    x: () => index >= 0 && selection.select(index, false),
    e: folder.role === 'archive' ? undefined : on(archive),
    '#': remove,
    Delete: remove,
    '!': on(junk),
    v: () => meant().length > 0 && setMoving(true),
    z: undoLast,
    s: on((chosen) => mark(chosen, 'starred', !chosen.every(({ starred }) => starred)), false),
    i: on((chosen) => mark(chosen, 'important', !chosen.every(({ important }) => important)), false),
    u: () => {
      const chosen = meant()
      const isRead = chosen.every(({ seen }) => seen)
      if (place.open && isRead) place.change({ open: null })
      void mark(chosen, 'seen', !isRead, folder.id)
    },
    r: () => open && void answerNewest(open.id, 'reply'),
    a: () => open && void answerNewest(open.id, 'reply_all'),
    f: () => open && void answerNewest(open.id, 'forward'),
    t: () => open && void toWork('makeTicket', open.id),
    T: () => open && void toWork('makeTask', open.id),
    c: () => writeNew(),
    '/': () => search.current?.focus(),
    '?': () => setHelp(true),
    Escape: () => {
      if (selection.ids.size > 0) selection.clear()
      else if (place.open) place.change({ open: null })
    },
  })
  return (
    <>
      <section className={css.list} aria-label={folderName(folder)}>
        <div className={css.head}>
          <FolderPicker folders={folders} shown={folder.id} name={folderName(folder)} waiting={waiting} />
          <Search place={place} field={search} />
          <NewMail isSign />
        </div>
        <div className={css.tools} data-selected={selection.ids.size > 0 || undefined}>
          <input
            type="checkbox"
            aria-label={t('Select all that are shown')}
            checked={selection.ids.size > 0 && selection.ids.size >= rows.length}
            ref={(box) => {
              if (box) box.indeterminate = selection.ids.size > 0 && selection.ids.size < rows.length
            }}
            onChange={selection.all}
          />
          {selection.ids.size > 0 ? (
            <>
              <b role="status">{t('{{count}} selected', { count: selection.ids.size })}</b>
              <MailActs
                rows={selection.chosen}
                place={at}
                onAway={selection.clear}
                isMoving={isMoving && !place.open}
                setMoving={setMoving}
              />
            </>
          ) : (
            <>
              <Filters place={place} />
              <Refresh isBusy={mails.isRefetching && !mails.isFetchingNextPage} run={refreshMails} />
            </>
          )}
        </div>
        <MailList place={{ ...place, at }} mails={mails} selection={selection} />
      </section>
      {place.open && !open?.draft ? (
        <Suspense fallback={<SkeletonRows rows={8} height={56} />}>
          <Reader
            key={place.open}
            id={place.open}
            row={open}
            place={at}
            close={() => place.change({ open: null })}
            step={step}
            isMoving={isMoving && selection.ids.size === 0}
            setMoving={setMoving}
          />
        </Suspense>
      ) : (
        isBeside && <NothingOpen />
      )}
      <Suspense>{isHelp && <KeysHelp onClose={() => setHelp(false)} />}</Suspense>
    </>
  )
}

async function toWork(act: 'makeTicket' | 'makeTask', id: string): Promise<void> {
  await (await import('../reading/to-work.web.ts'))[act](id)
}

const NothingOpen = () => (
  <div className={css.closed}>
    <p>{t('Choose a mail to read it here.')}</p>
    <p>
      <kbd>j</kbd> <kbd>k</kbd> {t('Next and previous mail')} · <kbd>Enter</kbd> {t('Open the mail')} · <kbd>?</kbd>{' '}
      {t('Show these keys')}
    </p>
  </div>
)
