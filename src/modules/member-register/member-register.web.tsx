import { CompleteInRow } from '../../web/screens/completion.tsx'
import { ListScreen } from '../../web/screens/list.tsx'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { memberRegister } from './member-register.ts'

const Members = () => (
  <ListScreen
    definition={memberRegister}
    rowActions={(row) => <CompleteInRow definition={memberRegister} row={row} />}
  />
)

export default { pages: { '': Members } } satisfies ModuleWeb
