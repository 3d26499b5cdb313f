const LARGE_BYTES = 1_500_000
const LONGEST_EDGE = 2560
const QUALITY = 0.85
const KEPT_AS_THEY_ARE = ['image/gif', 'image/jpeg', 'image/png', 'image/webp']

/** A file as it is best sent. */
export function prepare(file: File): Promise<File> | File {
  if (file.type !== 'video/quicktime') return shrink(file)
  return new File([file], `${file.name.replace(/\.\w+$/, '')}.mp4`, { type: 'video/mp4' }) // a telephone's film: the same content
}

/**
 * A photo as small as it may be and still tell what it shows: on a slow line this is most of the waiting.
 * Kinds only the phone can read become JPEG; whatever cannot be drawn is left as it is.
 */
async function shrink(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.type === 'image/gif' || file.type === 'image/svg+xml') return file
  if (file.size < LARGE_BYTES && KEPT_AS_THEY_ARE.includes(file.type)) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, LONGEST_EDGE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    const isBetter = blob && (blob.size < file.size || !KEPT_AS_THEY_ARE.includes(file.type))
    return isBetter ? new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file
  } catch {
    return file
  }
}
