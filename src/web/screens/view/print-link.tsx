import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { Link } from '../../ui/link.tsx'
import type { AnyRow } from '../module.ts'

/** The way from a record to its sheet of paper. */
export const PrintLink = ({ definition, row }: { definition: Definition; row: AnyRow }) => (
  <Button
    variant="default"
    component={Link}
    to={`/${definition.name}/print/${row.id}`}
    leftSection={<IconPrinter size={16} aria-hidden="true" />}
  >
    {t('Print')}
  </Button>
)
