import sharp from 'sharp'
import { mp4 } from '../upload-corpus/parts.ts'
import type { Chain, Person } from './chain.ts'

export interface Media {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A photograph as a customer's phone takes it. */
export const photo = async (name = 'ke-hang.jpg', colour = '#8aa07a'): Promise<Media> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer(),
})

export const film = (name = 'quay-thu-ngan.mp4'): Media => ({
  name,
  mimeType: 'video/mp4',
  buffer: mp4('vide', 'soun'),
})

/** Files that somebody has uploaded, by their ids; a photograph unless said. */
export async function uploaded(
  { call }: Pick<Chain, 'call'>,
  by: Person | string,
  media: readonly Media[] = [],
): Promise<string[]> {
  const body = new FormData()
  for (const { name, mimeType, buffer } of media.length > 0 ? media : [await photo()])
    body.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const { data } = await call<{ files: { id: string }[] }>('POST', 'upload', { by, body })
  return data.files.map(({ id }) => id)
}
