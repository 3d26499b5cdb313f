import { Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Page } from '../../../shared/api.ts'
import { formatDay, wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { get } from '../../../web/api.ts'
import { useCutOff } from '../../../web/fields/cut-off.ts'
import { shortName } from '../../../web/fields/short-name.tsx'
import { keys } from '../../../web/query.ts'
import { chainTimeZone } from '../../../web/session.ts'
import { Dialog } from '../../../web/ui/dialogs/dialog.tsx'
import { CLOSING_MS, OwnRoot } from '../../../web/ui/dialogs/own-root.tsx'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { StatusPill } from '../list/status.web.tsx'
import css from '../view/view.module.css'
import { type LikelyRow, type LineRow, likelyQuery } from './queries.web.tsx'

const OFFERED = 8
const TYPING_PAUSE_MS = 250
const PHONE_END = 3

export interface Picking {
  title: string
  description?: string
  /** For which one another is chosen: what is likely of its matter is offered before anything is typed. */
  of: number
}

export const PickComplaintBox = (props: Picking & { onFinish: (chosen: LineRow | null) => void }) => (
  <OwnRoot>
    <Box {...props} />
  </OwnRoot>
)

function Box({ title, description, of, onFinish }: Picking & { onFinish: (chosen: LineRow | null) => void }) {
  const [isOpen, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const list = useRef<HTMLUListElement>(null)
  const isSearch = search.length > 1
  const query = { search, perpage: OFFERED + 1 }
  const found = useQuery({
    queryKey: keys.list(WIRE, query),
    queryFn: () => get<Page<Complaint>>(WIRE, query, { quiet: true }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  const likely = useQuery(likelyQuery(of))
  const cutOff = useCutOff(found)
  const asked = isSearch ? found : likely
  const rows: Offer[] = isSearch
    ? (found.data?.data ?? [])
        .filter((row) => row.id !== of)
        .slice(0, OFFERED)
        .map(offerOf)
    : (likely.data?.data ?? [])
  // What answers an earlier word must not be taken for what is typed now.
  const isOld = search !== typed.trim() || (isSearch && found.isPlaceholderData)
  const close = (chosen: LineRow | null) => {
    setOpen(false)
    window.setTimeout(() => onFinish(chosen), CLOSING_MS)
  }
  const toFirst = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    list.current?.querySelector('button')?.focus()
  }
  return (
    <Dialog opened={isOpen} onClose={() => close(null)} title={title} size={560} centered={false} yOffset="10vh">
      <div className={css.pick}>
        <TextInput
          label={t('Number, words, customer or phone')}
          description={description}
          data-autofocus
          leftSection={<IconSearch size={16} />}
          rightSection={asked.isFetching ? <Loader size="xs" aria-label={t('Loading…')} /> : null}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={toFirst}
        />
        <ul
          ref={list}
          className={css.picks}
          aria-label={t('Suggestions')}
          inert={isOld}
          aria-hidden={isOld || undefined}
        >
          {rows.map((row) => (
            <li key={row.id}>
              <button type="button" onClick={() => close(row)} onKeyDown={(event) => walk(event)}>
                <span>{row.title}</span>
                <span className={css.relatedFoot}>
                  <StatusPill status={row.status} />
                  {row.why && <b>{row.why === 'phone' ? t('Same phone') : t('Nearly the same words')}</b>}
                  {factsOf(row)}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p role="status" className={css.quiet}>
          {(isSearch ? cutOff : undefined) ?? (asked.isSuccess && rows.length === 0 ? nothing(isSearch) : '')}
        </p>
      </div>
    </Dialog>
  )
}

type Offer = Omit<LikelyRow, 'why'> & { why?: LikelyRow['why'] }

const offerOf = ({ store, phone, ...row }: Complaint): Offer => ({
  ...row,
  store: store?.name ?? '',
  phone_end: phone?.slice(-PHONE_END) ?? null,
})

const factsOf = ({ issue_number, created_at, store, customer_name, phone_end }: Offer): string =>
  [
    issue_number,
    formatDay(wallClock(created_at, chainTimeZone()).day),
    shortName('stores', store),
    [customer_name, phone_end && `…${phone_end}`].filter(Boolean).join(' '),
  ].join(' · ')

const nothing = (isSearch: boolean): string =>
  isSearch ? t('Nothing found') : t('No other complaint of this phone or in nearly the same words; search for one.')

/** Arrow keys move along what was found. */
function walk(event: KeyboardEvent<HTMLButtonElement>): void {
  const item = event.currentTarget.parentElement
  const next =
    event.key === 'ArrowDown' ? item?.nextElementSibling : event.key === 'ArrowUp' ? item?.previousElementSibling : null
  if (!next) return
  event.preventDefault()
  next.querySelector('button')?.focus()
}
