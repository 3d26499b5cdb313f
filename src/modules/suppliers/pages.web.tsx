import { Button } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/screens.ts'
import { mergeRecord } from '../../web/screens/view/merge.ts'
import { useMay } from '../../web/session.ts'
import { suppliers } from './suppliers.ts'

const Supplier = ({ params }: PageParams) => {
  const may = useMay()
  return (
    <ViewScreen
      definition={suppliers}
      id={params.id ?? ''}
      actions={(row) =>
        may(suppliers.permission, ['edit', 'delete']) && !row.deleted_at ? (
          <Button
            variant="default"
            leftSection={<IconArrowMerge size={16} aria-hidden="true" />}
            onClick={() => void mergeRecord(suppliers, 'suppliers', row)}
          >
            {t('Merge')}
          </Button>
        ) : null
      }
    />
  )
}

export default { pages: { 'view/$id': Supplier } } satisfies ModuleWeb
