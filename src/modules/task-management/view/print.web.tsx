import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import paper from '../../../web/paper/sheet.module.css'
import type { AnyRow, PageParams } from '../../../web/screens/module.ts'
import { PaperScreen } from '../../../web/screens/paper.tsx'
import { useSession } from '../../../web/session.ts'
import { checklistOf } from '../checklist/use-checklist.web.ts'
import { tasks } from '../task-management.ts'

/** A task as a sheet to take along: what is to do, item by item, with a box for each that is still open. */
const PrintTask = ({ params }: PageParams) => (
  <PaperScreen
    definition={tasks}
    kind="Task sheet"
    id={params.id}
    subject="title"
    omits={isUnprinted}
    signed={['In charge', 'Approver']}
    after={(row) => <Items row={row} />}
  />
)
export default PrintTask

/** What the sheet says elsewhere, and what only counts. */
const isUnprinted = (name: string, row: AnyRow): boolean =>
  /^(number|source|template|falls_on|items|seen|waits_open|status|approval|outcome|is_overdue|late_since|decided)/.test(
    name,
  ) ||
  (name === 'in_charge' && Array.isArray(row.processors) && row.processors.length === 1) ||
  (name === 'estimate_unit' && row.estimate === null)

function Items({ row }: { row: AnyRow }) {
  const { time_zone } = useSession()
  const { data } = useQuery(checklistOf(row.id))
  const items = data?.data ?? []
  if (items.length === 0) return null
  return (
    <section>
      <h3>{t('Checklist')}</h3>
      <div className={paper.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">{t('Item')}</th>
              <th scope="col">{t('Note')}</th>
              <th scope="col">{t('Done')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ id, title, note, number, unit, done_at, done_by }, at) => (
              <tr key={id}>
                <td>{at + 1}</td>
                <td>{title}</td>
                <td>{[number === null ? null : `${number} ${unit ?? ''}`.trim(), note].filter(Boolean).join(' · ')}</td>
                <td>
                  {done_at ? `☑ ${[formatMoment(done_at, time_zone), done_by?.name].filter(Boolean).join(' · ')}` : '☐'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
