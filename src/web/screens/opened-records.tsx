import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDay, wallClock } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { ChoiceMark } from '../fields/cell.tsx'
import { useMay, useSession } from '../session.ts'
import { Link } from '../ui/link.tsx'
import { midSentence } from './mid-sentence.ts'
import type { AnyRow } from './module.ts'
import { type OpenedFrom, openedFrom, openingAddress } from './opened-from.ts'
import css from './opened-records.module.css'
import { pageOf } from './records.ts'

const SHOWN = 5

/** What was opened from a record in other registers, and the ways to open more of it. */
export function OpenedRecords({ of, id }: { of: Definition; id: number }) {
  const may = useMay()
  return openedFrom(of.name)
    .filter(({ definition }) => may(definition.name, 'read'))
    .map((one) => <Opened key={one.definition.name} {...one} id={id} />)
}

function Opened({ id, ...from }: OpenedFrom & { id: number }) {
  const { definition, field } = from
  const may = useMay()
  const found = useQuery(pageOf(definition, { [field]: id, perpage: SHOWN }))
  const { data = [], total = 0 } = found.data ?? {}
  const mayAdd = may(definition.name, 'add')
  if (total === 0 && !mayAdd) return null
  return (
    <section className={css.card} aria-label={t(definition.label)}>
      <h2>
        {t(definition.label)} {total > 0 && <span>{total}</span>}
      </h2>
      {data.length > 0 && (
        <ul>
          {data.map((row) => (
            <Line key={row.id} definition={definition} row={row} />
          ))}
        </ul>
      )}
      {total > data.length && <Link to={`/${definition.name}?${field}=${id}`}>{t('Show all')}</Link>}
      {mayAdd && (
        <Button
          component={Link}
          to={openingAddress(from, id)}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
        >
          {t('New {{one}}', { one: midSentence(definition.one) })}
        </Button>
      )}
    </section>
  )
}

function Line({ definition, row }: { definition: Definition; row: AnyRow }) {
  const { time_zone } = useSession()
  const status = definition.fields.status
  return (
    <li>
      <Link to={`/${definition.name}/view/${row.id}`}>{String(row[definition.title] ?? `#${row.id}`)}</Link>
      <small>
        {status?.of && typeof row.status === 'string' ? <ChoiceMark field={status} value={row.status} /> : null}{' '}
        {formatDay(wallClock(row.created_at, time_zone).day)}
      </small>
    </li>
  )
}
