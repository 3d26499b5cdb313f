import type { Definition } from '../../shared/resource.ts'
import type { Column } from './columns.ts'

/** The columns of a definition's board are known before the server has counted them: their cards are asked for at the same time. */
export const knownColumns = ({ board, fields }: Definition): Column[] =>
  (board?.columns ?? []).map((id) => {
    const choice = fields[board?.by ?? '']?.of?.find(({ value }) => value === id)
    return { id, name: choice?.label ?? id, tone: choice?.tone ?? 'mute', total: null }
  })

/** As the server sorts the cards of one of them. */
export const orderIn = ({ board }: Definition, column: string): string =>
  board?.soonest.in.includes(column) ? board.soonest.by : '-created_at'
