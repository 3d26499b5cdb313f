import { encode } from 'uqr'

/** A code for the address as one sharp path; dark on light in every scheme, as cameras expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'Q', border: QUIET })
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={darkRuns(data)} fill="#000" />
    </svg>
  )
}

/** The free edge a scanner needs, in modules. */
const QUIET = 2

/** One rectangle per run of dark modules in a row. */
function darkRuns(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        const run = (end < 0 ? row.length : end) - x
        return [`M${x} ${y}h${run}v1h-${run}z`]
      }),
    )
    .join('')
}
