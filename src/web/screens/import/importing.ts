import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ImportView } from '../../../shared/api.ts'
import type { Definition } from '../../../shared/resource.ts'
import { get, type Query } from '../../api.ts'
import { fetchFile } from '../../download.ts'
import { sendFile } from '../../send-file.ts'

export const ENDINGS = ['.xlsx', '.xls', '.csv']
const LOOK_MS = 700

/** How far an import is; looked at again while the server works on it. */
export const importOf = ({ wire }: Definition, id: number, query: Query) =>
  queryOptions({
    queryKey: [wire, 'import', id, query],
    queryFn: () => get<ImportView>(`${wire}/import/${id}`, query, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? LOOK_MS : false),
    staleTime: 0,
  })

export const isAtWork = ({ state }: ImportView): boolean => state === 'reading' || state === 'importing'

/** Answers the number of the import. */
export async function sendWorkbook(
  { wire }: Definition,
  file: File,
  onProgress: (share: number) => void,
): Promise<number> {
  const { id } = await sendFile<{ id: number }>(`${wire}/import`, file, onProgress).answer
  return id
}

/** The workbook of one import for the list that another of its sheets goes to; answers the number of that import. */
export async function sendAgain(
  { wire }: Definition,
  { id, file_name }: ImportView,
  next: Definition,
): Promise<number> {
  const { content } = await fetchFile(`${wire}/import/${id}/file`)
  return sendWorkbook(next, new File([content], file_name), () => undefined)
}
