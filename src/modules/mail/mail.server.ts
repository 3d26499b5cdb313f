import type { AppContext } from '#server/app-context.ts'
import type { FileAccesses } from '#server/files/access.ts'
import type { Route } from '#server/http/route.ts'
import { startSender } from '#server/mail/personal/sender.ts'
import { actRoutes } from './acts.server.ts'
import { linkRoutes } from './linking.server.ts'
import { readingRoutes } from './reading.server.ts'
import { recipientRoutes } from './recipients.server.ts'
import { writingRoutes } from './writing.server.ts'

/** The staff member's own mailbox (docs/decisions/personal-mail.md). */
const routes: Route[] = [...readingRoutes, ...actRoutes, ...writingRoutes, ...linkRoutes, ...recipientRoutes]
export default { routes }
export const running = (context: AppContext) => startSender(context)
/** What goes out with somebody's mail is theirs alone. */
export const files: FileAccesses = {
  mail: { isOpen: (_, file, actor) => Promise.resolve(file.owner === actor.id) },
}
