import { useEffect, useState } from 'react'
import type { MailAttachment } from '../../../shared/mail.ts'
import { queryString } from '../../../web/api.ts'
import { fetchFile } from '../../../web/download.ts'

export const partPath = (id: string, part: string): string => `mail/attachment${queryString({ id, part })}`
export const isPicture = ({ type }: Pick<MailAttachment, 'type'>) => /^image\/(png|jpeg|gif|webp|avif)$/i.test(type)
export const isPdf = ({ type, name }: Pick<MailAttachment, 'type' | 'name'>) =>
  /^application\/pdf$/i.test(type) || /\.pdf$/i.test(name)

/** The address of a part in this page alone; null while it is on its way, false where it could not be had. */
export function usePart(id: string, part: string, isWanted = true): string | null | false {
  const [address, setAddress] = useState<string | null | false>(null)
  useEffect(() => {
    if (!isWanted) return
    const stop = new AbortController()
    let made: string | undefined
    fetchFile(partPath(id, part), stop.signal).then(
      ({ content }) => {
        made = URL.createObjectURL(content)
        setAddress(made)
      },
      () => !stop.signal.aborted && setAddress(false),
    )
    return () => {
      stop.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [id, part, isWanted])
  return address
}
