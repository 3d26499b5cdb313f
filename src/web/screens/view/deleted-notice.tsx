import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { useMay } from '../../session.ts'
import { sayFailure } from '../../ui/snackbar.tsx'
import css from '../form/form.module.css'
import type { AnyRow } from '../module.ts'
import { restore } from '../records.ts'

/** Tells whoever may still see a deleted record who deleted it, and lets them restore it. */
export const DeletedNotice = ({
  definition,
  row,
  children,
}: {
  definition: Definition
  row: Pick<AnyRow, 'id' | 'updated_by'>
  children?: ReactNode
}) => {
  const may = useMay()
  return (
    <div className={css.meanwhile} role="status">
      <p>
        <strong>{t('{{who}} deleted this', { who: row.updated_by?.name ?? t('Someone') })}</strong> {children}
      </p>
      {may(definition.permission, 'delete') ? (
        <Button size="xs" variant="default" onClick={() => void restore(definition, row.id).catch(sayFailure)}>
          {t('Restore')}
        </Button>
      ) : null}
    </div>
  )
}
