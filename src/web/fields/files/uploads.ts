import type { Envelope } from '../../../shared/api.ts'
import type { StoredFile } from '../../../shared/fields.ts'
import { formatBytes } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { MAIL_FILES_BYTES_MOST } from '../../../shared/mail.ts'
import { authorised } from '../../api.ts'

const MB = 1_000_000
export const IMAGE_ENDINGS = ['.png', '.jpg', '.jpeg', '.gif', '.webp']
export const VIDEO_ENDINGS = ['.mpg', '.mp2', '.mpeg', '.mpe', '.mpv', '.mp4']
const IMAGE_MOST = 10 * MB
const VIDEO_MOST = 100 * MB

/** `any`: whatever goes along with a mail. */
export type Accepts = 'images' | 'images and videos' | 'any'

export const endingsOf = (accept: Accepts | undefined): string[] =>
  accept === 'any' ? [] : accept === 'images' ? IMAGE_ENDINGS : [...IMAGE_ENDINGS, ...VIDEO_ENDINGS]

/** Why a file cannot be sent, before any byte travels; undefined when it can. */
export function objection(file: { name: string; size: number }, accept: Accepts | undefined): string | undefined {
  if (file.size === 0) return t('This file is empty.')
  if (accept === 'any') return tooLarge(file.size, MAIL_FILES_BYTES_MOST)
  const ending = /\.[^.]+$/.exec(file.name.toLowerCase())?.[0] ?? ''
  if (!endingsOf(accept).includes(ending))
    return t('Only these kinds are accepted: {{kinds}}', { kinds: endingsOf(accept).join(' ') })
  return tooLarge(file.size, IMAGE_ENDINGS.includes(ending) ? IMAGE_MOST : VIDEO_MOST)
}

const tooLarge = (size: number, most: number): string | undefined =>
  size > most ? t('This is too large. At most {{max}}.', { max: formatBytes(most, currentLanguage()) }) : undefined

export interface Sending {
  /** Settles with the stored file, or rejects with a sentence. */
  stored: Promise<StoredFile>
  stop: () => void
}

/** Sends one file and tells how far it is; by XMLHttpRequest, as fetch does not tell. */
export function send(file: File, onProgress: (share: number) => void, path = 'upload'): Sending {
  const request = new XMLHttpRequest()
  const stored = new Promise<StoredFile>((resolve, reject) => {
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => {
      const envelope = read(request.responseText)
      const made = envelope?.Data?.files?.[0]
      if (envelope?.ErrorCode === 0 && made) resolve(made)
      else reject(new Error(envelope?.ErrorDescription || t('The file could not be sent. Please try again.')))
    }
    request.onerror = () => reject(new Error(t('No connection. Please check the network and try again.')))
    request.onabort = () => reject(new Error(t('Stopped')))
    request.open('POST', `/api/${path}`)
    for (const [name, value] of Object.entries(authorised())) request.setRequestHeader(name, value)
    const body = new FormData()
    body.append('file', file)
    request.send(body)
  })
  return { stored, stop: () => request.abort() }
}

function read(text: string): Envelope<{ files?: StoredFile[] } | null> | undefined {
  try {
    return JSON.parse(text) as Envelope<{ files?: StoredFile[] } | null> // the one shape of every answer
  } catch {
    return undefined
  }
}
