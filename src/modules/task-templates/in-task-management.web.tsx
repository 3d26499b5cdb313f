import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { text } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { go } from '../../web/app/location.ts'
import { changed } from '../../web/query.ts'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import type { PartProps } from '../../web/screens/view/parts-in.tsx'
import { useMay } from '../../web/session.ts'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { taskTemplates } from './task-templates.ts'

/** In a task: what it is can be kept, to be made again and sent to every store. */
export default function SaveAsTemplate({ row }: PartProps) {
  const may = useMay()
  if (!row || !may(taskTemplates.permission, 'add')) return null
  const save = () =>
    askFields({
      title: t('Save as a template'),
      description: t('What is to be done and its checklist, without people, dates or what was done.'),
      fields: { name: text('Title', { required: true, max: 191 }) },
      values: { name: row.title },
      submit: t('Save'),
      onSubmit: async ({ name }) => {
        const made = await post<{ id: number }>(`${taskTemplates.wire}/from-task`, { task: row.id, name })
        changed(taskTemplates.name)
        snackbar(t('Saved as a template'), {
          action: { label: t('Show'), run: () => go(`/${taskTemplates.name}/view/${made.id}`) },
        })
      },
    })
  return (
    <div>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconTemplate size={14} aria-hidden="true" />}
        onClick={() => void save()}
      >
        {t('Save as a template')}
      </Button>
    </div>
  )
}
