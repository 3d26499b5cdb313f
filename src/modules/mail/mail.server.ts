import type { Route } from '#server/http/route.ts'

/** The staff member's own mailbox. */
const routes: Route[] = []
export default { routes }
