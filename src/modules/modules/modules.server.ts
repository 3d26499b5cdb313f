import { byKey } from '#server/http/answers.ts'
import { get, type Route } from '#server/http/route.ts'
import { countWaiting, waitingRegisters } from '#server/resource/waiting.ts'

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
      const counted = waitingRegisters(actor).map(
        async (module) => [module.name, await countWaiting(db, module, actor, context.config.timezone)] as const,
      )
      const mail = context.mailboxes?.unreadOf(Number(actor.id)) ?? null
      return { counts: { ...Object.fromEntries(await Promise.all(counted)), ...(mail !== null && { mail }) } }
    },
  ),
]
export default { routes }
