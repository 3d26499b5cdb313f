import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react'
import { memo, Suspense, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { lazyWithCatalog } from '../../catalogs.ts'
import { useMay } from '../../session.ts'
import { PopOver } from '../../ui/pop-over.tsx'
import type { Selected } from '../list/selection.ts'
import type { List } from '../list/use-list.ts'
import { useExporting } from './exporting.ts'

const SheetsChoices = lazyWithCatalog(() => import('./sheets-choices.tsx'))

/** Out to a workbook and in from one, for who may. */
export const SheetsMenu = memo(function SheetsMenu({ list, chosen }: { list: List; chosen: Selected }) {
  const { definition } = list
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const exporting = useExporting(definition.wire)
  const canExport = definition.sheets.export === true && may(definition.permission, 'report')
  const canImport = definition.sheets.import === true && may(definition.permission, 'add')
  if (!canExport && !canImport) return null
  if (exporting)
    return (
      <Button
        variant="default"
        leftSection={<IconX size={16} aria-hidden="true" />}
        onClick={exporting.stop}
        aria-label={t('Stop the export')}
      >
        <span role="status">{progressOf(exporting)}</span>
      </Button>
    )
  return (
    <PopOver
      label={t('Import and export')}
      isOpen={isOpen}
      setOpen={setOpen}
      align="end"
      width={280}
      button={(open) => (
        <Button variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden="true" />} {...open}>
          {t('Import and export')}
        </Button>
      )}
    >
      <Suspense>
        <SheetsChoices {...{ list, chosen, canExport, canImport }} done={() => setOpen(false)} />
      </Suspense>
    </PopOver>
  )
})

function progressOf({ rows, expected }: { rows: number; expected: number }): string {
  if (expected > 0) return t('Exporting {{share}}%', { share: Math.min(99, Math.floor((rows / expected) * 100)) })
  return t('Exporting …')
}
