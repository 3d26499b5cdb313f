import { t } from '../../../shared/language.ts'

const LABELS: Record<string, string> = {
  delete: 'Delete',
  restore: 'Restore',
  completed: 'Complete',
  'undo-completed': 'Undo completion',
}

/** What the acts that any definition may have are called. */
export const plainActLabel = (act: string): string => t(LABELS[act] ?? act)
