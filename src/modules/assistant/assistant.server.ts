import type { Route } from '#server/http/route.ts'
import { askRoute } from './ask.server.ts'
import { chatRoute } from './provider/chat.server.ts'
import type { Reply } from './reply.ts'

const routes: Route[] = [
  askRoute,
  chatRoute(
    (call, question, language) => askRoute.handle({ ...call, body: { text: question, language } }) as Promise<Reply>,
  ), // as the route says
]
export default { routes }
