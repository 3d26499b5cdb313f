import { IconScan } from '@tabler/icons-react'
import { lazy } from 'react'
import { t } from '../../shared/language.ts'
import { Consents } from '../../web/screens/form/consents.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { PrintLink } from '../../web/screens/view/print-link.tsx'
import { useMay } from '../../web/session.ts'
import { LinkButton } from '../../web/ui/link-button.tsx'
import { DeskForm } from './desk.web.tsx'
import { FindByNumber } from './find.web.tsx'
import { memberRegister } from './member-register.ts'

const Desk = lazy(() => import('./member-desk.web.tsx'))
const Print = lazy(() => import('./print.web.tsx'))

const COLUMNS = ['number', 'full_name', 'request_type', 'phone', 'identity_number', 'store', 'created_at', 'status']

function Members() {
  const may = useMay()
  return (
    <ListScreen
      definition={memberRegister}
      columns={COLUMNS}
      openFilters={['status', 'request_type', 'warnings', 'store']}
      toolbar={
        <>
          <FindByNumber />
          {may(memberRegister.permission, 'add') ? (
            <LinkButton to={`/${memberRegister.name}/desk`} Sign={IconScan}>
              {t('Member desk')}
            </LinkButton>
          ) : null}
        </>
      }
    />
  )
}

const Member = ({ params }: PageParams) => (
  <ViewScreen
    definition={memberRegister}
    id={params.id ?? ''}
    actions={(row) => <PrintLink definition={memberRegister} row={row} />}
    aside={(row) => <Consents definition={memberRegister} id={row.id} isNeeded />}
  />
)

export default {
  pages: { '': Members, create: DeskForm, desk: Desk, 'view/$id': Member, 'print/$id': Print },
} satisfies ModuleWeb
