import { queryOptions } from '@tanstack/react-query'
import type { Envelope, ImportView } from '../../../shared/api.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { authorised, get, type Query } from '../../api.ts'
import { fetched } from '../../download.ts'

export const ENDINGS = ['.xlsx', '.xls', '.csv']
const LOOK_MS = 700

/** How far an import is; looked at again while the server works on it. */
export const importOf = ({ wire }: Definition, id: number, query: Query) =>
  queryOptions({
    queryKey: [wire, 'import', id, query],
    queryFn: () => get<ImportView>(`${wire}/import/${id}`, query, { quiet: true }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? LOOK_MS : false),
    staleTime: 0,
  })

export const isAtWork = ({ state }: ImportView): boolean => state === 'reading' || state === 'importing'

/** Sends a workbook, telling how much of it is through; answers the number of its import. By XMLHttpRequest, as fetch does not tell. */
export function sendWorkbook(definition: Definition, file: File, onProgress: (share: number) => void): Promise<number> {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => {
      const envelope = read(request.responseText)
      if (envelope?.ErrorCode === 0 && envelope.Data) resolve(envelope.Data.id)
      else reject(new Error(envelope?.ErrorDescription || t('The file could not be sent. Please try again.')))
    }
    request.onerror = () => reject(new Error(t('No connection. Please check the network and try again.')))
    request.open('POST', `/api/${definition.wire}/import`)
    for (const [name, value] of Object.entries(authorised())) request.setRequestHeader(name, value)
    const body = new FormData()
    body.append('file', file)
    request.send(body)
  })
}

/** The workbook of one import for the list that another of its sheets goes to; answers the number of that import. */
export async function sendAgain(
  { wire }: Definition,
  { id, file_name }: ImportView,
  next: Definition,
): Promise<number> {
  const content = await fetched(`${wire}/import/${id}/file`)
  return sendWorkbook(next, new File([content], file_name), () => undefined)
}

function read(text: string): Envelope<{ id: number } | null> | undefined {
  try {
    return JSON.parse(text) as Envelope<{ id: number } | null> // the one shape of every answer
  } catch {
    return undefined
  }
}
