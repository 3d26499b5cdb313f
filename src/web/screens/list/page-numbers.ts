const AROUND = 1

/** The pages worth a button: the first, the last, and those near the present one; null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = new Set([1, pages])
  for (let n = page - AROUND; n <= page + AROUND; n++) if (n >= 1 && n <= pages) wanted.add(n)
  if (page <= 3) for (let n = 1; n <= Math.min(4, pages); n++) wanted.add(n)
  if (page >= pages - 2) for (let n = Math.max(1, pages - 3); n <= pages; n++) wanted.add(n)
  const sorted = [...wanted].sort((a, b) => a - b)
  return sorted.flatMap((n, at) => {
    const before = sorted[at - 1]
    if (before === undefined || n === before + 1) return [n]
    return n === before + 2 ? [n - 1, n] : [null, n]
  })
}
