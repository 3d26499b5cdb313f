import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { moment, ref } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { leadOrOffer, rememberPlace } from '../../web/app/location.ts'
import { changed } from '../../web/query.ts'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/screens.ts'
import { OpenedRecords } from '../../web/screens/view/opened-records.tsx'
import { useMay } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { uniqueKey } from '../../web/unique.ts'
import { tasks } from '../task-management/task-management.ts'
import { taskTemplates } from './task-templates.ts'

/** A template, with what is made from it. */
const Template = ({ params }: PageParams) => (
  <ViewScreen
    definition={taskTemplates}
    id={params.id ?? ''}
    actions={(row) => <Uses row={row} />}
    aside={(row) => <OpenedRecords of={taskTemplates} id={row.id} />}
  />
)

function Uses({ row }: { row: AnyRow }) {
  const may = useMay()
  if (!may(taskTemplates.permission, 'add') || row.active !== true || row.deleted_at) return null
  return (
    <>
      <Button
        component={Link}
        to={`/task-rounds/create?template=${row.id}`}
        leftSection={<IconSend size={16} aria-hidden="true" />}
      >
        {t('Send to stores')}
      </Button>
      <Button variant="default" onClick={() => make(row)}>
        {t('Make one task')}
      </Button>
    </>
  )
}

function make(row: AnyRow): void {
  const idempotencyKey = uniqueKey()
  const isStillHere = rememberPlace()
  void askFields({
    title: t('Make one task'),
    fields: {
      store: ref('Store', 'stores'),
      person: ref('Person', 'users', { hint: 'Empty: who holds the position in the store' }),
      date_end: moment('Due', { hint: 'Empty: as the template says' }),
    },
    submit: t('Make one task'),
    onSubmit: async (values) => {
      const made = await post<{ id: number }>(`${taskTemplates.wire}/${row.id}/make`, values, { idempotencyKey })
      changed(tasks.name)
      snackbar(t('Created'), leadOrOffer(isStillHere, `/${tasks.name}/view/${made.id}`))
    },
  })
}

export default { pages: { 'view/$id': Template } } satisfies ModuleWeb
