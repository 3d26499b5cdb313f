/** Nobody fills the form faster (design/security.md, T11). */
export const LEAST_SECONDS = 3
export const MOST_HOURS = 24

/** Whether a hash, as hex, begins with so many zero bits. */
export function hasZeroBits(hex: string, bits: number): boolean {
  const whole = Math.floor(bits / 4)
  if (!hex.startsWith('0'.repeat(whole))) return false
  const rest = bits % 4
  return rest === 0 || Number.parseInt(hex[whole] ?? 'f', 16) < 2 ** (4 - rest)
}
