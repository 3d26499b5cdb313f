import type { Field } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { Cell, isBlank, isFigure } from './cell.tsx'
import css from './inputs/lines.module.css'
import { totalOf } from './lines-total.ts'

/** The lines of a record as a small table, with the total of each column of amounts. */
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
        {lines.length > 0 && parts.some(([, one]) => one.kind === 'money') ? (
          <tfoot>
            <tr>
              {parts.map(([part, one], at) =>
                at === 0 ? (
                  <th key={part} scope="row">
                    {t('Total')}
                  </th>
                ) : (
                  <td key={part} data-figure={isFigure(one) || undefined}>
                    {one.kind === 'money' ? <Cell field={one} value={totalOf(lines, part, one)} /> : null}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}
