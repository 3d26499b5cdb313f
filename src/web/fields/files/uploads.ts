import type { StoredFile } from '../../../shared/fields.ts'
import { formatBytes } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { MAIL_FILES_BYTES_MOST } from '../../../shared/mail.ts'
import { sendFile } from '../../send-file.ts'

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
  stored: Promise<StoredFile>
  stop: () => void
}

export function send(file: File, onProgress: (share: number) => void, path = 'upload'): Sending {
  const { answer, stop } = sendFile<{ files: [StoredFile] }>(path, file, onProgress)
  return { stored: answer.then(({ files: [made] }) => made), stop }
}
