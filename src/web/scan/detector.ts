/** As much of the browser's BarcodeDetector as we use. */
export interface Detector {
  detect(picture: HTMLVideoElement | ImageBitmap): Promise<{ rawValue: string }[]>
}
