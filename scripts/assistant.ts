import './env.mjs'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { hear } from '../src/modules/assistant/heard.server.ts'
import { replyTo } from '../src/modules/assistant/understand.server.ts'
import { actorOfUser } from '../src/server/auth/sessions.ts'
import { loadConfig } from '../src/server/config.ts'
import { row } from '../src/server/db/db.ts'
import { loadModules } from '../src/server/module-registry.ts'
import { speakAll } from '../src/server/translations.ts'
import { wallClock } from '../src/shared/format.ts'
import { isLanguage } from '../src/shared/language.ts'
import { routeAccess } from '../src/shared/users/permissions.ts'
import { openDatabase } from './database.ts'

/**
 * npm run assistant -- "how many overdue complaints today": tells what a sentence is understood as, and what is answered.
 * --language vi|en|ko: of the interface; --user somebody@chain.example: with their rights, else those of the first account;
 * --words: phrase by phrase; --json: the whole reply. Nothing is written.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string', default: 'vi' },
    user: { type: 'string' },
    context: { type: 'string' },
    words: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const [sentence] = positionals
const { language } = values
if (!sentence || !isLanguage(language)) {
  console.error(
    'Usage: npm run assistant -- "a sentence" [--language vi|en|ko] [--user e-mail] [--context "…"] [--words] [--json]',
  )
  process.exit(1)
}
speakAll()
await loadModules()
const config = loadConfig(process.env)
const { db, end } = await openDatabase(config, { name: 'assistant', statementTimeout: 10_000 })
try {
  const { user } = values
  const found = await row(
    db,
    { id: 'number' },
    sql`select id from users where deleted_at is null and ${user ? sql`email = ${user}` : sql`true`} order by id limit 1`,
  )
  const known = found && (await actorOfUser(db, found.id, null))
  if (!known) throw new Error(`There is no account ${user ?? 'yet'}`)
  const actor = { ...known, language }
  const today = wallClock(new Date(), config.timezone).day
  if (values.words) {
    const { language: spoken, units, covered } = await hear({ db, actor }, sentence)
    console.log(`Heard as ${spoken}`)
    for (const { from, to, meanings, hasSlip } of covered.matches)
      console.log(
        `${units
          .slice(from, to)
          .map(({ raw }) => raw)
          .join(' ')
          .padEnd(
            24,
          )}${hasSlip ? '~ ' : '  '}${meanings.map((one) => Object.values(one).flat().join(' ')).join(' | ')}`,
      )
    for (const { from, to } of covered.unknown)
      console.log(
        `${units
          .slice(from, to)
          .map(({ raw }) => raw)
          .join(' ')
          .padEnd(24)}  ?`,
      )
  }
  const reply = await replyTo(
    { db, actor, timeZone: config.timezone, today },
    routeAccess(actor.permissions),
    sentence,
    values.context,
  )
  if (values.json) console.log(JSON.stringify(reply, null, 2))
  else {
    console.log(`Understood: ${reply.understood ?? '–'}`)
    console.log(reply.text)
    if (reply.act) console.log(`Does: ${JSON.stringify(reply.act)}`)
    for (const { label, path } of reply.links) console.log(`  ${path}  ${label}`)
    for (const suggestion of reply.suggestions) console.log(`  ? ${suggestion}`)
  }
} finally {
  await end()
}
