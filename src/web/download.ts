import { fetchRaw, overLine } from './api.ts'
import { busy } from './busy.ts'

/** A file of the server; a refusal is thrown as by any call. */
export async function fetchFile(path: string, signal?: AbortSignal): Promise<{ content: Blob; name: string }> {
  const response = await fetchRaw(path, signal && { signal })
  return { content: await overLine(() => response.blob()), name: nameIn(response) }
}

/** Fetches a file that the server makes for this person and hands it to the browser to keep, under the server's name for it unless one is given. */
export async function download(path: string, given?: string): Promise<void> {
  const done = busy.start()
  try {
    const { content, name } = await fetchFile(path)
    saveFile(content, given ?? name)
  } finally {
    done()
  }
}

/** Hands bytes to the browser to keep under a name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // A browser that asks where to begins to read once that is answered.
  window.setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}

const KEPT_MS = 60_000

/** The name that an answer is sent under. */
export const nameIn = ({ headers }: Response): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'export.xlsx')
