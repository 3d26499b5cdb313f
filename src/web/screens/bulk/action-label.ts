import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'

const LABELS: Record<string, string> = { delete: 'Delete', restore: 'Restore' }

/** What an action is called: a step of the definition's flow, or one that any definition has. */
export const actionLabel = ({ flow }: Definition, action: string): string =>
  t(flow?.steps[action]?.label ?? LABELS[action] ?? action)
