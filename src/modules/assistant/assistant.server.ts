import type { Route } from '#server/http/route.ts'
import { askRoute } from './ask.server.ts'
import { listsRoute } from './lists.server.ts'
import { chatRoute } from './provider/chat.server.ts'

const routes: Route[] = [askRoute, chatRoute, listsRoute]
export default { routes }
