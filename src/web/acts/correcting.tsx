import { Button } from '@mantine/core'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { tell } from '../../shared/message.ts'
import { useSession } from '../session.ts'
import type { Act } from './act.ts'
import css from './acts.module.css'

/** What is sent next takes the place and the time of this act. */
export function Correcting({ act, onCancel }: { act: Act; onCancel: () => void }) {
  const { time_zone } = useSession()
  return (
    <div className={css.correcting}>
      <span>
        {t('Correcting: {{act}}, {{at}}', {
          act: tell(act.label),
          at: formatMoment(new Date(act.done_at).toISOString(), time_zone),
        })}
      </span>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}
