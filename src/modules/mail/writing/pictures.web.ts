import type { StoredFile } from '../../../shared/fields.ts'
import { failureWords, post } from '../../../web/api.ts'
import { fetchFile } from '../../../web/download.ts'
import { send } from '../../../web/fields/files/uploads.ts'
import type { TextPictures } from '../../../web/fields/rich-text/rich-text-props.ts'
import { client } from '../../../web/query.ts'
import { fileUrl } from '../../../web/ui/file-url.ts'
import type { Placed } from './placed.ts'

export const UPLOAD = 'mail/attachment/upload'

/** Pictures put into a text in this page show from the device; those of an earlier one from the server. */
const here = new Map<string, string>()

/** Pictures within the words of a mail. `onTrouble` hears why one could not be taken. */
export const picturesIn = (
  onStored: (file: StoredFile) => void,
  onTrouble: (words: string) => void,
  onBusy: (by: 1 | -1) => void,
  /** By which attribute the newest draft has what is named by this one. */
  placed: () => Placed,
): TextPictures => {
  const placeNow = (name: string) => (/"([^"]*)"/.exec(placed()[name] ?? name)?.[1] ?? '').replaceAll('&amp;', '&')
  return {
    async store(file) {
      onBusy(1)
      try {
        const stored = await send(file, () => undefined, UPLOAD).stored
        here.set(stored.id, URL.createObjectURL(file))
        onStored(stored)
        return stored.id
      } catch (error) {
        onTrouble(failureWords(error))
        return null
      } finally {
        onBusy(-1)
      }
    },
    async addressOf(name) {
      if ('data-inline' in name)
        return blobOf(placeNow(`data-inline="${name['data-inline'].replaceAll('&', '&amp;')}"`))
      const id = name['data-file']
      const known = here.get(id)
      if (known) return known
      const now = placeNow(`data-file="${id}"`)
      if (now.startsWith('mail/')) return blobOf(now)
      const { key } = await client.fetchQuery({
        queryKey: ['file-key'],
        queryFn: () => post<{ key: string; seconds: number }>('file-key', undefined, { quiet: true }),
        staleTime: 60_000,
      })
      return fileUrl(id, key)
    },
  }
}

async function blobOf(path: string): Promise<string | null> {
  if (!path.startsWith('mail/attachment?')) return null
  const file = await fetchFile(path).catch(() => null)
  return file && URL.createObjectURL(file.content)
}
