import { useMediaQuery } from '@mantine/hooks'
import { type Field, shownAs } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { Cell, isBlank, isFigure } from './cell.tsx'
import css from './inputs/lines.module.css'
import { totalOf } from './lines-total.ts'

/** The lines of a record as a small table, with the total of each column of amounts. */
export default function LinesTable({ lines, field }: { lines: Record<string, unknown>[]; field: Field }) {
  // A column that no line fills says nothing.
  const filled = Object.entries(field.line ?? {}).filter(([part]) => lines.some((line) => !isBlank(line[part])))
  const isPhone = useMediaQuery('(width < 600px)', window.innerWidth < 600, { getInitialValueInEffect: false })
  // Where there is no room a code stands below what it is of.
  const below = isPhone ? filled.slice(1).filter(([, one]) => isCode(one)) : []
  const parts = filled.filter((part) => !below.includes(part))
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
              {parts.map(([part, one], column) => (
                <td key={part} data-figure={isFigure(one) || undefined} data-code={isCode(one) || undefined}>
                  <Cell field={one} value={line[part]} />
                  {(column === 0 ? below : []).map(([code, { label }]) =>
                    isBlank(line[code]) ? null : (
                      <small key={code} title={t(label)}>
                        {String(line[code])}
                      </small>
                    ),
                  )}
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

const isCode = (field: Field): boolean => shownAs(field) === 'digits'
