import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { memo, useSyncExternalStore } from 'react'
import { PERPAGE_OFFERED } from '../../../shared/api.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { busy } from '../../busy.ts'
import css from './list.module.css'
import { pageNumbers } from './page-numbers.ts'
import type { List } from './use-list.ts'

const figure = (n: number) => formatNumber(n, currentLanguage())

/** Where in the list one is, and the way to the rest. */
export const Pager = memo(function Pager({ list }: { list: List }) {
  const { state, change, page, error } = list
  const total = page?.total ?? 0
  const counted = Math.max(1, Math.ceil(total / state.perpage))
  // A search counts only so far; there may be a page beyond.
  const pages = page?.total_is_more ? Math.max(counted, state.page + 1) : counted
  const from = (state.page - 1) * state.perpage + 1
  const to = page?.total_is_more ? from - 1 + page.data.length : Math.min(state.page * state.perpage, total)
  // Nobody knows how far down it will stand: it comes with the rows.
  if (!page && !error) return null
  return (
    <footer className={css.foot}>
      <Live />
      <label className={css.perpage}>
        <span>{t('Rows per page')}</span>
        <select value={state.perpage} onChange={(event) => change({ perpage: Number(event.currentTarget.value) })}>
          {offeredWith(state.perpage).map((n) => (
            <option key={n} value={n}>
              {figure(n)}
            </option>
          ))}
        </select>
      </label>
      {page && from <= to ? (
        <span role="status" className={css.range}>
          {t(page.total_is_more ? '{{from}}–{{to}} of more than {{total}}' : '{{from}}–{{to}} of {{total}}', {
            from: figure(from),
            to: figure(to),
            // A search may show more than it counted.
            total: figure(Math.max(total, to)),
          })}
        </span>
      ) : null}
      <nav className={css.pages} aria-label={t('Pages')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Previous page')}
          disabled={state.page <= 1}
          onClick={() => change({ page: state.page - 1 })}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        {pageNumbers(state.page, pages).map((n, at) =>
          n === null ? (
            <span key={`gap ${at < 3 ? 'before' : 'after'}`}>…</span>
          ) : (
            <button
              key={n}
              type="button"
              className={css.pageNumber}
              aria-current={n === state.page ? 'page' : undefined}
              onClick={() => change({ page: n })}
              onMouseEnter={() => n !== state.page && list.prefetchPage(n)}
            >
              {figure(n)}
            </button>
          ),
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Next page')}
          disabled={state.page >= pages}
          onMouseEnter={() => state.page < pages && list.prefetchPage(state.page + 1)}
          onClick={() => change({ page: state.page + 1 })}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </nav>
    </footer>
  )
})

function Live() {
  const { isConnected } = useSyncExternalStore(busy.listen, busy.read)
  return (
    <span className={css.live} data-off={!isConnected || undefined}>
      {isConnected ? t('Updates live') : t('No connection')}
    </span>
  )
}

const offeredWith = (perpage: number) => [...new Set<number>([...PERPAGE_OFFERED, perpage])].sort((a, b) => a - b)
