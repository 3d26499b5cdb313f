import { barsOf } from '../../../shared/barcodes/barcode-bars.ts'
import { t } from '../../../shared/language.ts'

/** A barcode as bars that a reader reads, with its digits below; nothing for letters that no barcode has. */
export function Barcode({ code, className }: { code: string; className?: string | undefined }) {
  const bars = barsOf(code)
  if (!bars) return null
  const width = bars.modules.length + 2 * bars.quiet
  const runs = [...bars.modules.matchAll(/1+/g)]
  return (
    <span className={className} data-barcode={code}>
      <svg
        viewBox={`0 0 ${width} 40`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('Barcode {{code}}', { code })}
        shapeRendering="crispEdges"
      >
        <rect width={width} height="40" fill="#fff" />
        {runs.map((run) => (
          <rect key={run.index} x={bars.quiet + run.index} width={run[0].length} height="40" fill="#000" />
        ))}
      </svg>
      <small aria-hidden="true">{code}</small>
    </span>
  )
}
