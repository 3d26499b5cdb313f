import type { Route } from '#server/http/route.ts'
import { askRoute } from './ask.server.ts'

const routes: Route[] = [askRoute]
export default { routes }
