import type { ReactNode } from 'react'
import type { Kind } from '../../shared/fields.ts'
import { formatMoment, formatMoney } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { sumInWords } from '../../shared/vietnam/sum-in-words.ts'
import { isBlank } from '../fields/cell.tsx'
import { Show } from '../fields/show.tsx'
import { isNamed } from '../fields/values.ts'
import { Letterhead, Signatures } from '../paper/letterhead.tsx'
import { PaperPage } from '../paper/paper-page.tsx'
import css from '../paper/sheet.module.css'
import { useSession } from '../session.ts'
import type { AnyRow } from './module.ts'
import { useRecord } from './view/use-record.ts'

interface PaperProps {
  definition: Definition
  /** What the paper is called, as people ask for it (a catalog key). */
  kind: string
  /** What of the record is not for paper. */
  omits?: (name: string, row: AnyRow) => boolean
  /** The field of the money that changes hands, said in words. */
  sum?: string
  /** The field that stands below what the paper is called. */
  subject?: string
  /** Who signs, from left to right (catalog keys). */
  signed: readonly string[]
  after?: (row: AnyRow) => ReactNode
}

/** A record as a sheet of paper, for the folder or for a signature. */
export function PaperScreen({ id, ...paper }: PaperProps & { id: string | undefined }) {
  const { definition, kind } = paper
  const { row, error, retry } = useRecord(definition, id)
  const name = String(row?.number ?? row?.[definition.title] ?? '…')
  return (
    <PaperPage
      title={`${t(kind)} ${name}`}
      crumbs={[
        { label: t(definition.label), to: `/${definition.name}` },
        { label: name, to: `/${definition.name}/view/${id}` },
      ]}
      error={error}
      retry={retry}
    >
      {row ? <Sheet row={row} {...paper} /> : null}
    </PaperPage>
  )
}

function Sheet({ definition, kind, row, omits, sum, subject, signed, after }: PaperProps & { row: AnyRow }) {
  const { time_zone } = useSession()
  const isSaid = (name: string) =>
    ![sum, subject].includes(name) && !isBlank(row[name]) && row[name] !== false && !omits?.(name, row)
  const amount = sum && row[sum]
  const { store, created_at } = row
  return (
    <>
      <Letterhead
        title={t(kind)}
        number={String(row.number ?? '')}
        hasBarcode
        at={typeof created_at === 'string' ? formatMoment(created_at, time_zone) : undefined}
        store={isNamed(store) ? store.id : undefined}
      >
        {subject ? <p className={css.subject}>{String(row[subject])}</p> : null}
      </Letterhead>
      {sum && typeof amount === 'number' ? (
        <p className={css.sum}>
          <span>{t(definition.fields[sum]?.label ?? 'Total')}</span>
          <strong>{formatMoney(amount, currentLanguage())}</strong>
          <em>
            {t('In words')}: {sumInWords(amount, currentLanguage())}
          </em>
        </p>
      ) : null}
      {(definition.groups ?? []).map(({ label, fields }) => {
        const said = fields.filter(isSaid)
        return said.length === 0 ? null : (
          <section key={label}>
            <h3>{t(label)}</h3>
            <dl>
              {said.map((name) => (
                <Fact key={name} definition={definition} name={name} row={row} />
              ))}
            </dl>
          </section>
        )
      })}
      {after?.(row)}
      <Signatures of={signed.map((who) => t(who))} />
    </>
  )
}

const WIDE: readonly Kind[] = ['lines', 'longText', 'richText', 'files', 'address']

function Fact({ definition, name, row }: { definition: Definition; name: string; row: AnyRow }) {
  const field = definition.fields[name]
  const value = row[name]
  return field ? (
    <div data-wide={WIDE.includes(field.kind) || undefined}>
      <dt>{t(field.label)}</dt>
      <dd>
        {field.kind === 'money' && typeof value === 'number' ? (
          formatMoney(value, currentLanguage())
        ) : (
          <Show field={field} value={value} />
        )}
      </dd>
    </div>
  ) : null
}
