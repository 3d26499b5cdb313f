import { type Fields, type Kind, moment, shownAs } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { isSealedField } from '../../../shared/private.ts'
import type { Definition } from '../../../shared/resource.ts'
import { Cell, isBlank, labelOf } from '../../fields/cell.tsx'
import { Show } from '../../fields/show.tsx'
import { Fact, FactList } from '../../ui/facts.tsx'
import { groupsOf } from '../form/field-groups-of.ts'
import type { AnyRow } from '../module.ts'
import { Unmask } from './unmask.tsx'
import css from './view.module.css'

const WIDE: readonly Kind[] = ['longText', 'richText', 'address', 'files', 'signature', 'refs', 'lines']
const MOMENT = moment('')

/** What a record says, in the definition's groups; of what is empty it says nothing. */
export function FactGroups({
  definition,
  row,
  hidden = [],
}: {
  definition: Definition
  row: AnyRow
  hidden?: readonly string[] | undefined
}) {
  const shown = Object.fromEntries(
    Object.entries(definition.fields).filter(
      ([name, field]) =>
        !field.secret &&
        !hidden.includes(name) &&
        (!isBlank(row[name]) || (field.whenEmpty !== undefined && Object.hasOwn(row, name))),
    ),
  )
  return groupsOf(definition, shown).map(({ label, names }) => (
    <section key={label} className={css.sheet}>
      {label ? <h2>{t(label)}</h2> : null}
      <Facts definition={definition} fields={shown} row={row} names={names} />
    </section>
  ))
}

/** Some fields of a record with their labels. */
export function Facts({
  definition,
  fields,
  row,
  names,
  isNarrow,
}: {
  /** Where what is private may be looked at in full. */
  definition?: Definition | undefined
  fields: Fields
  row: AnyRow
  names: readonly string[]
  isNarrow?: boolean
}) {
  return (
    <FactList isNarrow={isNarrow}>
      {names.map((name) => {
        const field = fields[name]
        return field ? (
          <Fact key={name} label={t(field.label)} isWide={WIDE.includes(shownAs(field))}>
            {definition && isSealedField(field) && !isBlank(row[name]) ? (
              <Unmask definition={definition} row={row} name={name} field={field} />
            ) : isBlank(row[name]) && field.whenEmpty ? (
              t(field.whenEmpty)
            ) : (
              <Show field={field} value={row[name]} />
            )}
          </Fact>
        ) : null
      })}
    </FactList>
  )
}

/** Who made the record and who changed it last. */
export function KeptFacts({ definition, row }: { definition: Definition; row: AnyRow }) {
  const maker = row.created_by?.name ?? senderOf(definition, row)
  return (
    <section className={css.sheet}>
      <FactList isNarrow>
        <Fact label={t('Created at')}>
          <Cell field={MOMENT} value={row.created_at} />
        </Fact>
        {maker ? <Fact label={t('Created by')}>{maker}</Fact> : null}
        <Fact label={t('Updated at')}>
          <Cell field={MOMENT} value={row.updated_at} />
        </Fact>
        {row.updated_by ? <Fact label={t('Updated by')}>{row.updated_by.name}</Fact> : null}
      </FactList>
    </section>
  )
}

/** Nobody here made what a customer sent: by which way it came says who it was. */
function senderOf({ fields, customer }: Definition, row: AnyRow): string | null {
  const name = ['source', 'form'].find((one) => fields[one]?.of && typeof row[one] === 'string')
  const field = name && customer ? fields[name] : undefined
  return name && field ? `${t('Customer')} (${labelOf(field, String(row[name]))})` : null
}
