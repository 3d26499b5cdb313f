import { actorMay } from '#server/actor.ts'
import { byKey } from '#server/http/answers.ts'
import { get, type Route } from '#server/http/route.ts'
import { countOf } from '#server/resource/query/list.ts'
import { readListQuery } from '#server/resource/query/parse-query.ts'
import type { Definition } from '../../shared/resource.ts'
import { modules } from '../index.ts'

const waitingOf = ({ pendingFilter = {} }: Definition) =>
  Object.fromEntries(Object.entries(pendingFilter).map(([name, values]) => [name, [...values]]))

/** How many records of each module wait for somebody, of those the caller may see, and how many mails are unread; for the menu and the tiles. */
const routes: Route[] = [
  get(
    'modules',
    {
      needs: 'session',
      answers: { counts: byKey('number', 'Module to how many wait') },
      summary: 'Live counts of what waits in every module the caller may open',
    },
    async ({ db, actor, context }) => {
      const open = modules.filter(
        (module) => module.pendingFilter && !module.internal && actorMay(actor, module.permission, 'read'),
      )
      const entries = await Promise.all(
        open.map(
          async (module): Promise<[string, number]> => [
            module.name,
            await countOf(db, module, readListQuery(module, waitingOf(module)), actor, {
              timeZone: context.config.timezone,
            }),
          ],
        ),
      )
      const mail = context.mailboxes?.unreadOf(Number(actor.id)) ?? null
      return { counts: { ...Object.fromEntries(entries), ...(mail !== null && { mail }) } }
    },
  ),
]
export default { routes }
