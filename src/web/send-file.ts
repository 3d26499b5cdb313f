import { t } from '../shared/language.ts'
import { ApiRefusal, apiPath, authorised, NO_CONNECTION, openEnvelope } from './api.ts'
import { token } from './token.ts'

interface SendingFile<T> {
  /** A refusal is thrown as by any call; of what was stopped nothing is heard. */
  answer: Promise<T>
  stop: () => void
}

/** Sends one file and tells how far it is, which fetch does not. */
export function sendFile<T>(path: string, file: File, onProgress: (share: number) => void): SendingFile<T> {
  const held = token()
  const request = new XMLHttpRequest()
  const response = new Promise<Response>((resolve, reject) => {
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () =>
      reject(new ApiRefusal(NO_CONNECTION, 0, t('No connection. Please check the network and try again.')))
    request.open('POST', apiPath(path))
    for (const [name, value] of Object.entries(authorised())) request.setRequestHeader(name, value)
    const body = new FormData()
    body.append('file', file)
    request.send(body)
  })
  return { answer: response.then((one) => openEnvelope<T>(one, held)), stop: () => request.abort() }
}
