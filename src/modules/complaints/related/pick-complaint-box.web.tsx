import { Loader, MantineProvider, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Page } from '../../../shared/api.ts'
import { formatDay, wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { get } from '../../../web/api.ts'
import { useCutOff } from '../../../web/fields/cut-off.ts'
import { client, keys } from '../../../web/query.ts'
import { chainTimeZone } from '../../../web/session.ts'
import { theme } from '../../../web/theme/theme.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { StatusPill } from '../list/status.web.tsx'
import css from '../view/view.module.css'
import type { LineRow } from './queries.web.tsx'

const OFFERED = 8
const TYPING_PAUSE_MS = 250

export interface Picking {
  title: string
  description?: string
  /** Left out of what is found. */
  except: number
}

/** The dialog stands in a root of its own, so that any code may ask. */
export function PickComplaintBox(props: Picking & { onFinish: (chosen: LineRow | null) => void }) {
  const scheme = document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light'
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses
      getRootElement={() => undefined}
    >
      <QueryClientProvider client={client}>
        <Box {...props} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const CLOSING_MS = 150

function Box({ title, description, except, onFinish }: Picking & { onFinish: (chosen: LineRow | null) => void }) {
  const [isOpen, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const list = useRef<HTMLUListElement>(null)
  // Until something is typed the newest are offered: what belongs together often came in one after the other.
  const query = { search: search.length > 1 ? search : '', perpage: OFFERED + 1 }
  const found = useQuery({
    queryKey: keys.list(WIRE, query),
    queryFn: () => get<Page<Complaint>>(WIRE, query, { quiet: true }),
  })
  const cutOff = useCutOff(found)
  const rows = (found.data?.data ?? []).filter((row) => row.id !== except).slice(0, OFFERED)
  // What answers an earlier word must not be taken for what is typed now.
  const isOld = search !== typed.trim() || found.isPlaceholderData
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
          rightSection={found.isFetching ? <Loader size="xs" aria-label={t('Loading…')} /> : null}
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
                  {row.issue_number} · {formatDay(wallClock(row.created_at, chainTimeZone()).day)} · {row.customer_name}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p role="status" className={css.quiet}>
          {cutOff ?? (found.isSuccess && rows.length === 0 ? t('Nothing found') : '')}
        </p>
      </div>
    </Dialog>
  )
}

/** Arrow keys move along what was found. */
function walk(event: KeyboardEvent<HTMLButtonElement>): void {
  const item = event.currentTarget.parentElement
  const next =
    event.key === 'ArrowDown' ? item?.nextElementSibling : event.key === 'ArrowUp' ? item?.previousElementSibling : null
  if (!next) return
  event.preventDefault()
  next.querySelector('button')?.focus()
}
