import type { ModuleWeb } from '../../web/screens/module.ts'
import { ListScreen } from '../../web/screens/screens.ts'
import { PartsIn } from '../../web/screens/view/parts-in.tsx'
import { ticketTypes } from './ticket-types.ts'

/** Above the list stands what other modules make of the types. */
const TicketTypes = () => <ListScreen definition={ticketTypes} tabs={<PartsIn of={ticketTypes.name} />} />

export default { pages: { '': TicketTypes } } satisfies ModuleWeb
