import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import { useSearchParams } from '../../web/app/location.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { FormScreen, ListScreen } from '../../web/screens/screens.ts'
import { useMay } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { Page } from '../../web/ui/page.tsx'
import { DepartmentTree } from './department-tree.web.tsx'
import { departments } from './departments.ts'

/** The tree, or the plain list with its filters and its trash. */
function Departments() {
  const [query] = useSearchParams()
  const may = useMay()
  if (query.get('as') === 'list') return <ListScreen definition={departments} toolbar={<AsTree />} />
  return (
    <Page
      title={t('Departments')}
      actions={
        <>
          <Button component={Link} to="/departments?as=list" variant="default">
            {t('As a list')}
          </Button>
          {may('departments', 'add') && (
            <Button component={Link} to="/departments/create" leftSection={<IconPlus size={18} aria-hidden />}>
              {t('New department')}
            </Button>
          )}
        </>
      }
    >
      <DepartmentTree />
    </Page>
  )
}

const AsTree = () => (
  <Button component={Link} to="/departments" variant="default">
    {t('As a tree')}
  </Button>
)

/** A child starts below the department it was added from. */
function NewDepartment() {
  const [query] = useSearchParams()
  const parent = Number(query.get('parent'))
  return <FormScreen definition={departments} initial={parent > 0 ? { parent } : {}} />
}

export default { pages: { '': Departments, create: NewDepartment } } satisfies ModuleWeb
