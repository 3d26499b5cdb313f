import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { download } from '../../download.ts'
import { sayFailure } from '../../ui/snackbar.tsx'

export const TemplateButton = ({ definition }: { definition: Definition }) => (
  <Button
    variant="default"
    leftSection={<IconDownload size={18} aria-hidden="true" />}
    onClick={() => void template(definition)}
  >
    {t('Download the template')}
  </Button>
)

async function template({ wire, name }: Definition): Promise<void> {
  try {
    await download(`${wire}/import/template`, `${t('template')}-${name}.xlsx`)
  } catch (error) {
    sayFailure(error)
  }
}
