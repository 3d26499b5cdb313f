import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { useMay } from '../../session.ts'
import { Link } from '../../ui/link.tsx'
import { type OpenedFrom, openedFrom, openingAddress } from '../form/prefill.ts'
import { midSentence } from '../mid-sentence.ts'
import { pageOf } from '../records.ts'
import css from './opened-records.module.css'
import { bringsPart } from './parts-in.tsx'
import { RecordLines } from './records-of.tsx'

const SHOWN = 5

/** What was opened from a record in other registers, and the ways to open more of it; not those that bring a part of their own to its page. */
export function OpenedRecords({ of, id }: { of: Definition; id: number }) {
  const may = useMay()
  return openedFrom(of.name)
    .filter(({ definition }) => may(definition.name, 'read') && !bringsPart(of.name, definition.name))
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
      {data.length > 0 && <RecordLines definition={definition} rows={data} />}
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
