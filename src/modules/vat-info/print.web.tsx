import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import { isBlank } from '../../web/fields/cell.tsx'
import { Show } from '../../web/fields/show.tsx'
import type { AnyRow, PageParams } from '../../web/screens/module.ts'
import { useRecord } from '../../web/screens/use-record.ts'
import { Page } from '../../web/ui/page.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import css from './print.module.css'
import { vatInfo } from './vat-info.ts'

/** A request as a sheet of paper, for the folder or for a signature. */
export default function PrintRequest({ params }: PageParams) {
  const { row, error, retry } = useRecord(vatInfo, params.id)
  const crumbs = [
    { label: t(vatInfo.label), to: '/vat-info' },
    { label: String(row?.number ?? '…'), to: `/vat-info/view/${params.id}` },
  ]
  return (
    <Page
      title={t('Print')}
      crumbs={crumbs}
      actions={
        <Button leftSection={<IconPrinter size={16} />} disabled={!row} onClick={() => window.print()}>
          {t('Print')}
        </Button>
      }
    >
      {error && !row ? <Failed error={error} retry={retry} /> : null}
      <article className={css.sheet} aria-busy={!row}>
        {row ? <Sheet row={row} /> : <SkeletonLines lines={12} />}
      </article>
    </Page>
  )
}

const Sheet = ({ row }: { row: AnyRow }) => (
  <>
    <header>
      <p>{String(row.number)}</p>
      <h2>{t(vatInfo.one)}</h2>
      <p>{String(row.company_name)}</p>
    </header>
    {(vatInfo.groups ?? []).map(({ label, fields }) => {
      const said = fields.filter((name) => !isBlank(row[name]) && row[name] !== false && isPrinted(name, row))
      return said.length === 0 ? null : (
        <section key={label}>
          <h3>{t(label)}</h3>
          <dl>
            {said.map((name) => {
              const field = vatInfo.fields[name as keyof typeof vatInfo.fields] // a group names its own fields
              return (
                <div key={name} data-wide={field.kind === 'lines' || field.kind === 'longText' || undefined}>
                  <dt>{t(field.label)}</dt>
                  <dd>
                    <Show field={field} value={row[name]} />
                  </dd>
                </div>
              )
            })}
          </dl>
        </section>
      )
    })}
    <footer>
      <p>{t('Buyer')}</p>
      <p>{t('Accounting')}</p>
    </footer>
  </>
)

const isPrinted = (name: string, row: AnyRow): boolean =>
  !/^(number|batch|source|is_confirmed|stat|completed)/.test(name) &&
  !(name === 'invoice_form' && row.state === 'requested')
