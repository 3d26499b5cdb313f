import { apiPath, authorised, openEnvelope } from './api.ts'
import { busy } from './busy.ts'
import { token } from './token.ts'

/** What a file of the server holds; a refusal is thrown as by any call. */
export async function fetched(path: string): Promise<Blob> {
  const held = token()
  const response = await fetch(apiPath(path), { headers: authorised() })
  if (!response.ok) await openEnvelope(response, held)
  return response.blob()
}

/** Fetches a file that the server makes for this person and hands it to the browser to keep; a refusal is thrown as by any call. */
export async function download(path: string, name: string): Promise<void> {
  const done = busy.start()
  try {
    const address = URL.createObjectURL(await fetched(path))
    const link = Object.assign(document.createElement('a'), { href: address, download: name })
    link.click()
    URL.revokeObjectURL(address)
  } finally {
    done()
  }
}
