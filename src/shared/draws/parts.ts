/** Parts of all chances together: 100 %. */
export const WHOLE = 1_000_000
/** A chance in per cent has at most four decimals, so that it is a whole number of parts. */
export const PARTS_PER_CENT = WHOLE / 100

/** A chance in per cent as parts; null where it has more than four decimals. */
export function partsOf(percent: number): number | null {
  const parts = Math.round(percent * PARTS_PER_CENT)
  return Math.abs(parts - percent * PARTS_PER_CENT) < 1e-6 ? parts : null
}
