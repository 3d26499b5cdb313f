import { useQuery } from '@tanstack/react-query'
import type { Recount } from '../../../shared/api.ts'
import { t } from '../../../shared/language.ts'
import { get } from '../../api.ts'
import { useEvent } from '../../events.ts'
import { client } from '../../query.ts'
import { useMay } from '../../session.ts'
import css from '../bulk/bulk.module.css'
import { figure } from '../bulk/bulk-acts.ts'

const KEY = ['working-time', 'recount']
const AGAIN_MS = 1000

/** To be called after a change that deadlines hang on. */
export const recountingChanged = () => void client.invalidateQueries({ queryKey: KEY })

/** Says while open deadlines are counted anew, and how far that is; nothing else. */
export function Recounting() {
  const isAllowed = useMay()('system', 'read')
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => get<Recount>('working-time/recount', {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.is_running ? AGAIN_MS : false),
    staleTime: 0,
    enabled: isAllowed,
  })
  useEvent('record-changed', ({ module }) => {
    if (module === 'holidays') recountingChanged()
  })
  if (!data?.is_running) return null
  const { total, done } = data
  return (
    <section className={css.strip} aria-label={t('Open deadlines are being counted anew')}>
      <div className={css.line}>
        <strong>{t('Open deadlines are being counted anew')}</strong>
        <progress max={Math.max(1, total)} value={done} aria-label={t('Progress')} />
        <span role="status">
          {total > 0
            ? t('{{n}} of {{total}} so far. You may leave this page.', { n: figure(done), total: figure(total) })
            : t('This begins in a moment. You may leave this page.')}
        </span>
      </div>
    </section>
  )
}
