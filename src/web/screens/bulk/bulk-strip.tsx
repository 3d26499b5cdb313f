import { Button, CloseButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Bulk, BulkRow, Page } from '../../../shared/api.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { get } from '../../api.ts'
import { changed } from '../../query.ts'
import { Link } from '../../ui/link.tsx'
import { actionLabel } from './action-label.ts'
import css from './bulk.module.css'
import { cancelBulk, figure, retryBulk, seen } from './bulk-acts.ts'

interface StripProps {
  definition: Definition
  bulk: Bulk
  /** What the act is called, where it is one of a module. */
  label?: string | undefined
}

/** How far an act on many records is, and which of them were refused and why. It goes on without this page. */
export default function BulkStrip({ definition, bulk, label = actionLabel(definition, bulk.act) }: StripProps) {
  // It opens by itself once it is known that some were refused, whenever that is.
  const [wished, setOpen] = useState<boolean>()
  const isOpen = wished ?? (bulk.is_finished && bulk.refused > 0)
  useRefreshed(definition, bulk)
  const { total, done, refused } = bulk
  return (
    <section className={css.strip} aria-label={label} data-refused={refused > 0 || undefined}>
      <div className={css.line}>
        <strong>{label}</strong>
        <progress max={Math.max(1, total)} value={done + refused} aria-label={t('Progress')} />
        <span role="status">{wordsOf(bulk)}</span>
        <span className={css.acts}>
          {refused > 0 ? (
            <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('{{n}} refused', { n: figure(refused) })}
            </Button>
          ) : null}
          {bulk.is_finished && refused > 0 ? (
            <Button size="xs" variant="default" onClick={() => void retryBulk(bulk)}>
              {t('Try these again')}
            </Button>
          ) : null}
          {bulk.is_finished ? (
            <CloseButton size="sm" aria-label={t('Close')} onClick={() => seen(bulk)} />
          ) : (
            <Button size="xs" variant="default" onClick={() => void cancelBulk(bulk)}>
              {t('Stop')}
            </Button>
          )}
        </span>
      </div>
      {isOpen && refused > 0 ? <Refused definition={definition} bulk={bulk} /> : null}
    </section>
  )
}

function wordsOf({ total, done, refused, is_finished, is_cancelled }: Bulk): string {
  if (is_cancelled) return t('Stopped: {{n}} of {{total}} done', { n: figure(done), total: figure(total) })
  if (is_finished) return t('{{n}} of {{total}} done', { n: figure(done), total: figure(total) })
  return t('{{n}} of {{total}} so far. You may leave this page.', { n: figure(done + refused), total: figure(total) })
}

/** The list below shows what was done, also when the last of it happens unheard. */
function useRefreshed(definition: Definition, { is_finished }: Bulk): void {
  const before = useRef(is_finished)
  useEffect(() => {
    if (is_finished && !before.current) changed(definition.name)
    before.current = is_finished
  }, [definition, is_finished])
}

const SHOWN = 100

function Refused({ definition, bulk }: { definition: Definition; bulk: Bulk }) {
  const { data } = useQuery({
    queryKey: ['bulk', bulk.id, 'refused', bulk.refused],
    queryFn: () => get<Page<BulkRow>>(`bulk/${bulk.id}/refused`, { perpage: SHOWN }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <ul className={css.refused}>
      {data?.data.map(({ id, name, reason }) => (
        <li key={id}>
          {name ? (
            <Link to={`/${definition.name}/view/${id}`} target="_blank">
              {name}
            </Link>
          ) : (
            <span>{`#${id}`}</span>
          )}
          <span>{reason}</span>
        </li>
      ))}
      {data && data.total > SHOWN ? (
        <li>
          <span>{t('and {{n}} more', { n: figure(data.total - SHOWN) })}</span>
        </li>
      ) : null}
    </ul>
  )
}
