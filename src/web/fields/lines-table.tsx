import type { Field } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { Cell, isBlank, isFigure } from './cell.tsx'
import css from './inputs/lines.module.css'

/** The lines of a record as a small table. */
export default function LinesTable({ lines, field }: { lines: Record<string, unknown>[]; field: Field }) {
  // A column that no line fills says nothing.
  const parts = Object.entries(field.line ?? {}).filter(([part]) => lines.some((line) => !isBlank(line[part])))
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            {parts.map(([part, one]) => (
              <th key={part} scope="col" data-figure={isFigure(one) || undefined}>
                {t(one.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // Lines have no name of their own, and a shown record does not move them.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={at}>
              {parts.map(([part, one]) => (
                <td key={part} data-figure={isFigure(one) || undefined}>
                  <Cell field={one} value={line[part]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
