import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { newFolder } from '../at-the-end.ts'

/** A film for the camera of Chromium, which shows a code: one picture, again and again. */
export async function filmOf(svg: string): Promise<string> {
  const path = join(newFolder('film'), 'code.mjpeg')
  const code = await sharp(Buffer.from(svg), { density: 300 })
    .resize({ height: 320, width: 520, fit: 'inside' })
    .png()
    .toBuffer()
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#d8d4cc' } })
    .composite([{ input: code, gravity: 'centre' }])
    .jpeg({ quality: 92 })
    .toBuffer()
  writeFileSync(path, Buffer.concat(Array.from({ length: 5 }, () => picture)))
  return path
}

/** An EAN-13 as the standard draws it (GS1 General Specifications 5.2): 95 bars of one width, and room beside them. */
export function ean13(code: string): string {
  const digits = [...code].map(Number)
  const kinds = KINDS[digits[0] ?? 0] ?? ''
  const left = digits.slice(1, 7).map((digit, at) => (kinds[at] === 'L' ? leftOf(digit) : evenOf(digit)))
  const right = digits.slice(7).map((digit) => inverse(leftOf(digit)))
  return bars(`101${left.join('')}01010${right.join('')}101`)
}

/** Black where a 1 stands. */
function bars(modules: string): string {
  const drawn = [...modules].map((one, at) =>
    one === '1' ? `<rect x="${at + 11}" y="6" width="1.02" height="60"/>` : '',
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.length + 22} 72"><rect width="100%" height="100%" fill="#fff"/>${drawn.join('')}</svg>`
}

/** Which of its two patterns each digit of the left half has, by the first digit, which is told by this alone. */
const KINDS = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']
const LEFT = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const leftOf = (digit: number): string => LEFT[digit] ?? ''
const inverse = (modules: string): string => [...modules].map((one) => (one === '1' ? '0' : '1')).join('')
const evenOf = (digit: number): string => [...inverse(leftOf(digit))].toReversed().join('')
