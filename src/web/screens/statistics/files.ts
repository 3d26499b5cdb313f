import { authorised, openEnvelope, type Query, queryString } from '../../api.ts'
import { busy } from '../../busy.ts'
import { token } from '../../token.ts'

/** Fetches a file below /api and hands it to the browser to keep; throws the server's refusal. */
export async function download(path: string, query: Query): Promise<void> {
  const done = busy.start()
  try {
    const held = token()
    const response = await fetch(`/api/${path}${queryString(query)}`, { headers: authorised() })
    if (!response.ok) await openEnvelope(response, held)
    keep(await response.blob(), nameIn(response.headers.get('content-disposition') ?? ''))
  } finally {
    done()
  }
}

/** Hands bytes to the browser under a name. */
export function keep(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const nameIn = (disposition: string) =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? 'report.xlsx')
