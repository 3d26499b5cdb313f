import { BarcodeDetector, type BarcodeFormat, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Detector } from './detector.ts'

/** A reader of codes for browsers without one: WebAssembly, which comes from us and only when a camera is opened. */
export async function decoder(formats: readonly BarcodeFormat[]): Promise<Detector> {
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  return new BarcodeDetector({ formats: [...formats] })
}
