import { Button } from '@mantine/core'
import { IconFileImport, IconPlayerTrackNext } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import type { ListState } from '../../web/screens/list/list-state.ts'
import { useIsNarrow } from '../../web/screens/list/use-is-narrow.ts'
import { useMay } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { BatchButton } from './batch.web.tsx'
import type { QueueTab } from './choices.ts'
import { vatInfo } from './vat-info.ts'

/** The two ways to an invoice: by hand one after the other, or out to the provider and back. */
export function QueueButtons({ state, tab }: { state: ListState; tab: QueueTab | undefined }) {
  const may = useMay()
  const isNarrow = useIsNarrow()
  if (state.isTrash) return null
  const mayEdit = may(vatInfo.permission, 'edit')
  const kept = new URLSearchParams([
    ...(tab === 'sent' ? [['state', 'sent']] : []),
    ...(state.filters.store ?? []).map((store) => ['store', store]),
  ])
  return (
    <>
      {mayEdit ? (
        <Button
          variant="default"
          component={Link}
          to={`/${vatInfo.name}/issue${kept.size > 0 ? `?${kept}` : ''}`}
          leftSection={<IconPlayerTrackNext size={18} aria-hidden="true" />}
        >
          {t('Issue invoices')}
        </Button>
      ) : null}
      <BatchButton />
      {/* On a phone the menu of workbooks leads there as well. */}
      {mayEdit && !isNarrow && may(vatInfo.permission, 'add') ? (
        <Button
          variant="default"
          component={Link}
          to={`/${vatInfo.name}/import`}
          leftSection={<IconFileImport size={18} aria-hidden="true" />}
        >
          {t('Results of the provider')}
        </Button>
      ) : null}
    </>
  )
}
