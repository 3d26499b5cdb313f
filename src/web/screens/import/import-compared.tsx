import type { ImportView } from '../../../shared/api.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { Cell } from '../../fields/cell.tsx'
import css from './import.module.css'
import { RowsPager } from './import-rows.tsx'

interface ComparedProps {
  definition: Definition
  view: ImportView
  total: number
  setPage: (page: number) => void
}

/** What stands there now beside what the file says, and what goes: before anything is saved. */
export function Compared({ definition, view, total, setPage }: ComparedProps) {
  return (
    <section className={css.rows} aria-label={view.gone ? t('What would go') : t('What would change')}>
      <div className={css.scroll}>
        {view.gone ? (
          <Gone definition={definition} rows={view.gone} />
        ) : (
          <Changes definition={definition} view={view} />
        )}
      </div>
      <RowsPager {...{ view, total, setPage }} />
    </section>
  )
}

function Changes({ definition, view }: Pick<ComparedProps, 'definition' | 'view'>) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {[t('Line'), t('Record'), t('Column'), t('Now'), t('Then')].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(view.changes ?? []).flatMap(({ line, name, fields }) =>
          Object.entries(fields).map(([field, [now, then]], at) => (
            <tr key={`${line} ${field}`}>
              <th scope="row" data-label={t('Line')}>
                {at === 0 ? line : ''}
              </th>
              <td>{at === 0 ? name : ''}</td>
              <td>{t(definition.fields[field]?.label ?? field)}</td>
              <td className={css.value}>{shownValue(definition, field, now)}</td>
              <td className={css.value}>{shownValue(definition, field, then)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}

function Gone({ definition, rows }: { definition: Definition; rows: readonly Record<string, unknown>[] }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {definition.list.map((name) => (
            <th key={name} scope="col">
              {t(definition.fields[name]?.label ?? name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={String(row.id)}>
            {definition.list.map((name) => (
              <td key={name}>{shownValue(definition, name, row[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function shownValue(definition: Definition, name: string, value: unknown) {
  const field = definition.fields[name]
  if (value === null || value === undefined || !field) return <span className={css.nothing}>{t('Empty')}</span>
  return <Cell field={field} value={value} />
}
