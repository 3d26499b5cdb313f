import { sql } from 'kysely'
import { loadDemo } from '../../../src/demo/demo.ts'
import type { Reply } from '../../../src/modules/assistant/reply.ts'
import { replyTo } from '../../../src/modules/assistant/understand.server.ts'
import { prepare } from '../../../src/modules/user-roles/user-roles.server.ts'
import type { Actor } from '../../../src/server/actor.ts'
import { actorOfUser } from '../../../src/server/auth/sessions.ts'
import { type Db, row } from '../../../src/server/db/db.ts'
import { localStore } from '../../../src/server/files/store.ts'
import { loadModules } from '../../../src/server/module-registry.ts'
import { keysOf } from '../../../src/server/private/keys.ts'
import { speakAll } from '../../../src/server/translations.ts'
import { wallClock } from '../../../src/shared/format.ts'
import type { Language } from '../../../src/shared/language.ts'
import { routeAccess } from '../../../src/shared/users/permissions.ts'

export const TIME_ZONE = 'Asia/Ho_Chi_Minh'

export interface DemoChain {
  db: Db
  /** Somebody of the demo chain, by what stands before @demo.example. */
  actor(login: string): Promise<Actor>
  ask(actor: Actor, sentence: string, language?: Language, context?: string | null): Promise<Reply>
}

/** The demo chain as of this moment in an empty database, its pictures in a folder, and its assistant. */
export async function demoChainIn(db: Db, folder: string): Promise<DemoChain> {
  await prepare(db)
  speakAll()
  await loadModules()
  const keys = keysOf(['a key for the demo chain of this test'])
  await loadDemo(db, localStore(folder, { bytes: 0, share: 0 }), { now: new Date(), keys })
  return {
    db,
    async actor(login) {
      const found = await row(db, { id: 'number' }, sql`select id from users where email = ${`${login}@demo.example`}`)
      const actor = found && (await actorOfUser(db, found.id, null))
      if (!actor) throw new Error(`The demo chain has no ${login}`)
      return actor
    },
    ask: (actor, sentence, language = actor.language, context = null) =>
      replyTo(
        { db, actor: { ...actor, language }, timeZone: TIME_ZONE, today: wallClock(new Date(), TIME_ZONE).day },
        routeAccess(actor.permissions),
        sentence,
        context,
      ),
  }
}
