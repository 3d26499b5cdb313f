import sharp from 'sharp'
import { mp4 } from '../upload-corpus/parts.ts'

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
