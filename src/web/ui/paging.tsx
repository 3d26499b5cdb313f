import { Pagination } from '@mantine/core'
import type { Page } from '../../shared/api.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import css from './paging.module.css'

interface PagingProps {
  found: Omit<Page<unknown>, 'data'>
  page: number
  onPage: (page: number) => void
}

/** The way through the pages of what is no list of records, and how much there is; nothing where one page holds it all. */
export function Paging({ found: { total, perpage, total_is_more }, page, onPage }: PagingProps) {
  if (total <= perpage) return null
  const n = formatNumber(total, currentLanguage())
  return (
    <div className={css.paging}>
      <Pagination
        size="sm"
        total={Math.ceil(total / perpage)}
        value={page}
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? t('Next page') : t('Previous page') })}
      />
      <span role="status">{t(total_is_more ? 'More than {{n}} entries' : '{{n}} entries', { n })}</span>
    </div>
  )
}
