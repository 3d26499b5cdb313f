import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { t } from '../../../shared/language.ts'
import { post } from '../../../web/api.ts'
import { plainText } from '../../../web/fields/cell.tsx'
import { WIRE } from '../complaint.web.tsx'
import css from '../list/complaints.module.css'
import view from '../view/view.module.css'
import type { LineRow } from './queries.web.tsx'
import { RelatedLine } from './related-line.web.tsx'

const TYPING_PAUSE_MS = 1000
/** Fewer letters say too little to be the same. */
const LEAST = 40

/** Recent complaints that say nearly the same, while one is being written. */
export function NearTexts({ content }: { content: string }) {
  const [said] = useDebouncedValue(content, TYPING_PAUSE_MS)
  const isEnough = plainText(said).length >= LEAST
  const { data } = useQuery({
    queryKey: [WIRE, 'near', said],
    queryFn: () => post<{ data: LineRow[] }>(`${WIRE}/duplicates`, { content: said }, { quiet: true }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  })
  const found = isEnough ? (data?.data ?? []) : []
  return (
    <div aria-live="polite">
      {found.length > 0 && (
        <div className={css.customer} data-warning="true">
          <b>{t('Possible duplicates')}</b>
          <ul className={view.related}>
            {found.slice(0, 3).map((row) => (
              <RelatedLine key={row.id} row={row} isNewTab />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
