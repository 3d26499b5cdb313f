import { Skeleton } from '@mantine/core'
import { t } from '../../../../shared/language.ts'
import css from '../list.module.css'
import type { List } from '../use-list.ts'
import { CARD_HEIGHT, ROW_HEIGHT, ROW_HEIGHT_COMPACT } from './row-heights.ts'

const MOST_LINES = 20

/** The list before its first rows are there, as high as they will be. */
export function ListSkeleton({ list, isPhone }: { list: List; isPhone: boolean }) {
  const height = isPhone ? CARD_HEIGHT : list.isCompact ? ROW_HEIGHT_COMPACT : ROW_HEIGHT
  return (
    <div role="status" aria-label={t('Loading…')} className={css.skeleton}>
      {isPhone ? null : <div className={css.skeletonHead} />}
      {Array.from({ length: Math.min(list.state.perpage, MOST_LINES) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={at} style={{ height }}>
          <Skeleton height={12} width={`${[8, 11, 9][at % 3]}%`} />
          <Skeleton height={12} width={`${[34, 26, 40, 30][at % 4]}%`} />
          <Skeleton height={12} width={`${[14, 10][at % 2]}%`} />
        </div>
      ))}
    </div>
  )
}
