import { t } from '../../../shared/language.ts'

export const MOST_FILES = 5
const MB = 2 ** 20
const IMAGE_BYTES = 10 * MB
const VIDEO_BYTES = 100 * MB

export const ACCEPTED = 'image/*,video/*'

/** Why a file cannot be taken, told before anything is sent; the server looks at its content. */
export function refusalOf(file: File): string | null {
  if (isVideo(file)) return file.size > VIDEO_BYTES ? t('A video may have at most {{max}} MB.', { max: 100 }) : null
  const isImage = file.type.startsWith('image/') && file.type !== 'image/svg+xml'
  if (!isImage) return t('Only pictures and videos can be added.')
  return file.size > IMAGE_BYTES ? t('A picture may have at most {{max}} MB.', { max: 10 }) : null
}

export const isVideo = (file: { type: string; name: string }): boolean =>
  file.type.startsWith('video/') || (file.type === '' && /\.(mp4|mpe?g|mp2|mpe|mpv)$/i.test(file.name))
