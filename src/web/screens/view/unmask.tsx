import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type Field, shownAs, text } from '../../../shared/fields.ts'
import { formatDay } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { post } from '../../api.ts'
import { changed } from '../../query.ts'
import { useMay } from '../../session.ts'
import { askFields } from '../form/fields-dialog.tsx'
import type { AnyRow } from '../module.ts'
import css from './view.module.css'

/** Long enough to copy a number by hand. */
const OPEN_MS = 60_000
const REASON = { reason: text('Reason', { required: true, min: 5, max: 300 }) }

interface UnmaskProps {
  definition: Definition
  row: AnyRow
  name: string
  field: Field
}

/** A private value as its mask; whoever may, and says why, sees it in full for a minute, and the audit knows. */
export function Unmask({ definition, row, name, field }: UnmaskProps) {
  const may = useMay()
  const [value, setValue] = useState<string | null>(null)
  useEffect(() => {
    if (value === null) return
    const timer = window.setTimeout(() => setValue(null), OPEN_MS)
    return () => window.clearTimeout(timer)
  }, [value])
  const label = t(field.label)
  const ask = () =>
    askFields({
      title: t('Show {{field}} in full', { field: label }),
      description: t('Who looked, when and why is recorded in the history of this record.'),
      fields: REASON,
      submit: t('Show'),
      draftKey: `${definition.name}/${row.id}/unmask/${name}`,
      onSubmit: async (given) => {
        const found = await post<{ value: string | null }>(`${definition.wire}/${row.id}/unmask`, {
          ...given,
          field: name,
        })
        setValue(found.value ?? '')
        changed(definition.name, row.id)
      },
    })
  const canShow = may(definition.permission, 'other') && !row.deleted_at
  return (
    <span className={css.private}>
      {value === null ? String(row[name]) : <Full field={field} value={value} />}
      {canShow ? (
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={
            value === null ? t('Show {{field}} in full', { field: label }) : t('Hide {{field}}', { field: label })
          }
          onClick={() => (value === null ? void ask() : setValue(null))}
        >
          {value === null ? <IconEye size={16} /> : <IconEyeOff size={16} />}
        </ActionIcon>
      ) : null}
    </span>
  )
}

function Full({ field, value }: { field: Field; value: string }) {
  const kind = shownAs(field)
  if (kind === 'signature') return <img className={css.signature} src={value} alt={t('Signature')} />
  return <strong>{kind === 'date' ? formatDay(value) : value}</strong>
}
