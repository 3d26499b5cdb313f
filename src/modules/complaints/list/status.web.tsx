import { t } from '../../../shared/language.ts'
import { Mark } from '../../../web/fields/cell.tsx'
import { STATUSES, type Status } from '../states.ts'

/** A status as a pill: a dot, a word, a colour that means something. */
export function StatusPill({ status }: { status: Status }) {
  const found = STATUSES.find((one) => one.value === status)
  return <Mark tone={found?.tone ?? 'mute'}>{t(found?.label ?? status)}</Mark>
}
