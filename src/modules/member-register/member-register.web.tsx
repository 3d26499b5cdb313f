import { Consents } from '../../web/screens/form/consents.tsx'
import { ListScreen } from '../../web/screens/list/list.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/view/view.tsx'
import { DeskForm } from './desk.web.tsx'
import { FindByNumber } from './find.web.tsx'
import { memberRegister } from './member-register.ts'

const COLUMNS = ['number', 'full_name', 'request_type', 'phone', 'identity_number', 'store', 'created_at', 'status']

const Members = () => <ListScreen definition={memberRegister} columns={COLUMNS} toolbar={<FindByNumber />} />

const Member = ({ params }: PageParams) => (
  <ViewScreen
    definition={memberRegister}
    id={params.id ?? ''}
    aside={(row) => <Consents definition={memberRegister} id={row.id} isNeeded />}
  />
)

export default { pages: { '': Members, create: DeskForm, 'view/$id': Member } } satisfies ModuleWeb
