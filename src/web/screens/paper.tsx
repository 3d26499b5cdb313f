import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { sumInWords } from '../../shared/vietnam/sum-in-words.ts'
import { isBlank } from '../fields/cell.tsx'
import { Show } from '../fields/show.tsx'
import { Page } from '../ui/page.tsx'
import { Failed, SkeletonLines } from '../ui/states.tsx'
import type { AnyRow } from './module.ts'
import css from './paper.module.css'
import { useRecord } from './view/use-record.ts'

interface PaperProps {
  definition: Definition
  /** What of the record is not for paper. */
  omits?: (name: string, row: AnyRow) => boolean
  /** The field of the money that changes hands, said in words. */
  sum: string
  /** Who signs, left and right. */
  signed: readonly [string, string]
  after?: (row: AnyRow) => ReactNode
}

/** A record as a sheet of paper, for the folder or for a signature. */
export function PaperScreen({ id, ...paper }: PaperProps & { id: string | undefined }) {
  const { definition } = paper
  const { row, error, retry } = useRecord(definition, id)
  const name = String(row?.number ?? row?.[definition.title] ?? '…')
  return (
    <Page
      title={t('Print')}
      crumbs={[
        { label: t(definition.label), to: `/${definition.name}` },
        { label: name, to: `/${definition.name}/view/${id}` },
      ]}
      actions={
        <Button leftSection={<IconPrinter size={16} />} disabled={!row} onClick={() => window.print()}>
          {t('Print')}
        </Button>
      }
    >
      {error && !row ? <Failed error={error} retry={retry} /> : null}
      <article className={css.sheet} data-sheet aria-busy={!row}>
        {row ? <Sheet row={row} {...paper} /> : <SkeletonLines lines={12} />}
      </article>
    </Page>
  )
}

function Sheet({ definition, row, omits, sum, signed, after }: PaperProps & { row: AnyRow }) {
  const isSaid = (name: string) => !isBlank(row[name]) && row[name] !== false && !omits?.(name, row)
  const amount = row[sum]
  return (
    <>
      <header>
        <p>{String(row.number)}</p>
        <h2>{t(definition.one)}</h2>
        <p>{String(row[definition.title])}</p>
      </header>
      {(definition.groups ?? []).map(({ label, fields }) => {
        const said = fields.filter(isSaid)
        return said.length === 0 ? null : (
          <section key={label}>
            <h3>{t(label)}</h3>
            <dl>
              {said.map((name) => (
                <Fact key={name} definition={definition} name={name} row={row} />
              ))}
              {said.includes(sum) && typeof amount === 'number' ? (
                <div data-wide>
                  <dt>{t('In words')}</dt>
                  <dd>{sumInWords(amount, currentLanguage())}</dd>
                </div>
              ) : null}
            </dl>
          </section>
        )
      })}
      {after?.(row)}
      <footer>
        {signed.map((who) => (
          <p key={who}>{t(who)}</p>
        ))}
      </footer>
    </>
  )
}

function Fact({ definition, name, row }: { definition: Definition; name: string; row: AnyRow }) {
  const field = definition.fields[name]
  return field ? (
    <div data-wide={field.kind === 'lines' || field.kind === 'longText' || undefined}>
      <dt>{t(field.label)}</dt>
      <dd>
        <Show field={field} value={row[name]} />
      </dd>
    </div>
  ) : null
}
