import { PERPAGE_DEFAULT } from '../../../../shared/api.ts'
import { HEAD_HEIGHT, ROW_HEIGHT, ROW_HEIGHT_COMPACT } from './row-heights.ts'

/** px of the screen above and below the rows of a list: bars, title, tabs, two lines of filters, pages. */
export const AROUND_ROWS = 310
const MOST = 50
/** A phone scrolls on: more than fit. */
const ON_PHONE = 20

/** Rows are tight for a pointer, and a finger wide for a finger. */
export const isFinePointer = (): boolean => window.matchMedia('(pointer: fine)').matches

let usual: number | undefined

/** As many rows as fit on this screen, where nobody chose a number: the same until the page is loaded anew, so that pages keep their rows. */
export const usualPerpage = (): number => {
  usual ??= fittingRows()
  return usual
}

function fittingRows(): number {
  if (window.innerWidth < 768) return ON_PHONE
  const height = isFinePointer() ? ROW_HEIGHT_COMPACT : ROW_HEIGHT
  const fits = Math.floor((window.innerHeight - AROUND_ROWS - HEAD_HEIGHT) / height)
  return Math.min(MOST, Math.max(PERPAGE_DEFAULT, fits))
}
