import { sql } from 'kysely'
import type { Values } from '../../shared/fields.ts'
import { type MailConnection, mailConnectionFields } from '../../shared/mail-connection.ts'
import { pack } from '../../shared/message.ts'
import { refuse, refuseFields } from '../../shared/refusals.ts'
import { record } from '../activity/activity.ts'
import { inTransaction, json, rows } from '../db/db.ts'
import { jsonOf } from '../db/shape.ts'
import { namedAnswer, orNull } from '../http/answers.ts'
import { type Call, del, get, post, type Route } from '../http/route.ts'
import { domainOf } from '../mail/addresses.ts'
import { type Connection, type ConnectionSettings, connectionOf, shownConnection } from '../mail/connection.ts'
import { tryImap } from '../mail/imap.ts'
import type { Server } from '../mail/mailbox.ts'
import { connectionPlace, encryptPassword } from '../mail/passwords.ts'
import { trySmtp } from '../mail/smtp.ts'
import { isSameServer, saidServer, TRY_MS, tryServer } from '../mail/try-server.ts'

type Given = Values<typeof mailConnectionFields>

const SHOWN = {
  settings: orNull(
    namedAnswer('MailConnection', {
      imap_host: 'string',
      imap_port: 'number',
      imap_security: 'string',
      imap_user: 'string',
      smtp_host: 'string',
      smtp_port: 'number',
      smtp_security: 'string',
      smtp_same: 'boolean',
      smtp_user: 'string?',
      has_imap_password: 'boolean',
      has_smtp_password: 'boolean',
    }),
  ),
} as const

/** Everybody's own mailbox: nobody else sees or sets it, an administrator neither. */
export const mailConnectionRoutes: Route[] = [
  get(
    'mail-connection',
    { needs: 'session', answers: SHOWN, summary: "The caller's own mailbox, without its passwords" },
    (call) => shown(call),
  ),
  post(
    'update-imap',
    {
      needs: 'session',
      limit: 'mail servers',
      body: mailConnectionFields,
      answers: SHOWN,
      summary: "Set the caller's own mailbox up; it is tried first, and a password left out is the kept one",
    },
    (call) => keep(call),
  ),
  del(
    'mail-connection',
    { needs: 'session', answers: SHOWN, summary: "Forget the caller's own mailbox" },
    async ({ db, actor, context }) => {
      await inTransaction(db, async (tx) => {
        const gone = await rows(
          tx,
          { settings: jsonOf<ConnectionSettings>() },
          sql`delete from mail_connections where user_id = ${actor.id} returning settings`,
        )
        for (const { settings } of gone)
          await record(tx, actor, { ...about(Number(actor.id)), changes: changesBetween(settings, null) })
      })
      context.feed.nudge()
      return { settings: null }
    },
  ),
]

async function shown({ db, context, actor }: Pick<Call, 'db' | 'context' | 'actor'>): Promise<{
  settings: MailConnection | null
}> {
  const kept = await connectionOf(db, context.config.keys, Number(actor.id))
  return { settings: kept && shownConnection(kept) }
}

async function keep(call: Call<Given>) {
  const { db, actor, context } = call
  const id = Number(actor.id)
  const before = await connectionOf(db, context.config.keys, id)
  const wanted = merged(call.body, before)
  const fields = await tryOut(wanted, context.config.mailInternalHosts)
  refuseFields(fields)
  const { settings } = wanted
  const sealed = (password: string) => encryptPassword(context.config.keys, password, connectionPlace(id))
  await inTransaction(db, async (tx) => {
    await sql`insert into mail_connections (user_id, settings, imap_password, smtp_password)
        values (${id}, ${json(settings)}, ${sealed(wanted.imapPassword)}, ${settings.smtp_same ? null : sealed(wanted.smtpPassword)})
        on conflict (user_id) do update set settings = excluded.settings, imap_password = excluded.imap_password,
          smtp_password = excluded.smtp_password, updated_at = now()`.execute(tx)
    await record(tx, actor, { ...about(id), changes: changesBetween(before?.settings ?? null, settings) })
  })
  context.feed.nudge()
  return shown(call)
}

/** What would hold: the settings given, with the kept password where none is given for the same server and user. */
function merged(body: Given, kept: Connection | null): Connection {
  const isSame = body.smtp_same === true
  const imap = serverOf(body.imap_host, body.imap_port, body.imap_security, body.imap_user)
  const smtpUser = isSame ? body.imap_user : body.smtp_user || needed('smtp_user', 'User name')
  const smtp = serverOf(body.smtp_host, body.smtp_port, body.smtp_security, smtpUser)
  const imapPassword =
    body.imap_password ||
    (isSameServer(kept?.settings.imap ?? null, imap) && kept?.imapPassword) ||
    needed('imap_password', 'Password')
  // The password for reading is given to another server for sending only where that is said and the password with it.
  const isSmtpKept = isSameServer(kept?.settings.smtp ?? null, smtp)
  if (isSame && !body.imap_password && !isSmtpKept) needed('imap_password', 'Password')
  const smtpPassword = isSame
    ? imapPassword
    : body.smtp_password || (isSmtpKept && kept?.smtpPassword) || needed('smtp_password', 'Password')
  return { settings: { imap, smtp, smtp_same: isSame }, imapPassword, smtpPassword }
}

const serverOf = (host: string, port: number, security: Server['security'], user: string): Server => ({
  host: host.toLowerCase(),
  port,
  security,
  user,
})

const needed = (name: string, label: string): never =>
  refuse('invalid', { fields: { [name]: pack('{{field}} is required', { field: label }) } })

/** Why not, packed, by field: both servers at once, each within a few seconds. What a stranger's port answers is never told. */
async function tryOut(
  { settings, imapPassword, smtpPassword }: Connection,
  internal: readonly string[],
): Promise<Record<string, string>> {
  const { imap, smtp } = settings
  const [reading, sending] = await Promise.all([
    tryServer(imap, imapPassword, internal, (account) => tryImap(account, 'INBOX', TRY_MS)),
    tryServer(smtp, smtpPassword, internal, (account) => trySmtp(account, domainOf(smtp.user) || smtp.host, TRY_MS)),
  ])
  return {
    ...(typeof reading === 'string' && { imap_host: reading }),
    ...(typeof sending === 'string' && { smtp_host: sending }),
  }
}

const about = (id: number) => ({ action: 'mail connection', module: 'users', recordId: id })

/** Neither passwords nor who signs in there. */
const changesBetween = (before: ConnectionSettings | null, after: ConnectionSettings | null) => {
  const said = (settings: ConnectionSettings | null, part: 'imap' | 'smtp') =>
    saidServer(settings && { ...settings[part], user: '' })
  return Object.fromEntries(
    (['imap', 'smtp'] as const)
      .map((part) => [part, [said(before, part), said(after, part)]] as const)
      .filter(([, [was, is]]) => was !== is),
  )
}
