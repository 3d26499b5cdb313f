import type { Detector } from './detector.ts'

/** The codes that our screens read. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'qr_code'] as const
/** Often enough for a hand that passes by, seldom enough for the battery. */
const EVERY_MS = 120

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/**
 * Tells each code that a video shows, again and again while it is there, and whether the look before showed it too, until the answer is
 * called.
 * @param onFail the reader could not be had
 */
export function watch(
  video: HTMLVideoElement,
  onCode: (code: string, isStill: boolean) => void,
  onFail: () => void,
): () => void {
  let timer: number | undefined
  let isOver = false
  let before: readonly string[] = []
  const look = async (detector: Detector) => {
    // A picture that cannot be read, such as the first one of all, is followed by others.
    const found = video.readyState >= 2 ? await detector.detect(video).catch(() => []) : []
    if (isOver) return
    const codes = found.map(({ rawValue }) => rawValue)
    for (const code of codes) onCode(code, before.includes(code))
    before = codes
    timer = window.setTimeout(() => void look(detector), EVERY_MS)
  }
  detectorHere().then((detector) => (isOver ? undefined : look(detector)), onFail)
  return () => {
    isOver = true
    window.clearTimeout(timer)
  }
}

/** The codes in a picture, such as a photo of a card; rejects where the reader cannot be had, or what is given is no picture. */
export async function codesIn(file: File): Promise<string[]> {
  const [detector, picture] = await Promise.all([detectorHere(), createImageBitmap(file)])
  try {
    return (await detector.detect(picture)).map(({ rawValue }) => rawValue)
  } finally {
    picture.close()
  }
}

/** The browser's own reader where it knows all of our codes, else one that we bring. */
async function detectorHere(): Promise<Detector> {
  const Own = Reflect.get(globalThis, 'BarcodeDetector') as DetectorClass | undefined // not every browser has it, nor the compiler
  const known = (await Own?.getSupportedFormats().catch(() => [])) ?? []
  if (Own && FORMATS.every((format) => known.includes(format))) return new Own({ formats: FORMATS })
  const { decoder } = await import('./decoder.ts')
  return decoder(FORMATS)
}
