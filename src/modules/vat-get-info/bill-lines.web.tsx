import type { Named } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { Cell } from '../../web/fields/cell.tsx'
import css from '../../web/fields/inputs/lines.module.css'
import { totalOf } from '../../web/fields/lines-total.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import sheet from '../../web/screens/view/view.module.css'
import { Link } from '../../web/ui/link.tsx'
import { vatGetInfo } from './vat-get-info.ts'

const { fields } = vatGetInfo
const AMOUNTS = ['net', 'tax', 'gross'] as const

/** The lines of a bill by their rates, with what they come to; each leads to itself. */
export function BillLines({ lines, current }: { lines: readonly AnyRow[]; current: number }) {
  return (
    <section className={sheet.sheet}>
      <h2>{t('Amounts by VAT rate')}</h2>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t(fields.rate.label)}</th>
              {AMOUNTS.map((name) => (
                <th key={name} scope="col" data-figure>
                  {t(fields[name].label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id} aria-current={line.id === current || undefined}>
                <td>
                  <Link to={`/${vatGetInfo.name}/view/${line.id}`}>{(line.rate as Named | null)?.name ?? '–'}</Link>
                </td>
                {AMOUNTS.map((name) => (
                  <td key={name} data-figure>
                    <Cell field={fields[name]} value={line[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              {AMOUNTS.map((name) => (
                <td key={name} data-figure>
                  <Cell field={fields[name]} value={totalOf(lines, name)} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}
