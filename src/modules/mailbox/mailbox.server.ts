import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { type Db, inTransaction, json, row, type Tx } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { byKey, namedAnswer, orNull } from '#server/http/answers.ts'
import { type Call, get, post, put, type Route } from '#server/http/route.ts'
import { domainOf } from '#server/mail/addresses.ts'
import { type Numbering, tryImap } from '#server/mail/imap.ts'
import { type Mailbox, type MailboxSettings, mailboxOf, type Server } from '#server/mail/mailbox.ts'
import { encryptPassword } from '#server/mail/passwords.ts'
import { trySmtp } from '#server/mail/smtp.ts'
import { isSameServer, saidServer, TRY_MS, tryServer } from '#server/mail/try-server.ts'
import { holdSettings, LAST_CHANGE, lastChangeOf, SETTINGS_VERSION } from '#server/resource/settings.ts'
import type { Values } from '../../shared/fields.ts'
import { pack, tell } from '../../shared/message.ts'
import { refuse, refuseFields } from '../../shared/refusals.ts'
import { courtesyReader } from './courtesy.server.ts'
import { invitationReader } from './invitations.server.ts'
import { mailboxFields } from './mailbox.ts'

type Given = Values<typeof mailboxFields>
type MailboxSide = 'smtp' | 'imap'

const MAILBOX_STATE = {
  waiting: 'number',
  sent_today: 'number',
  failed_today: 'number',
  parked: 'number',
  held: 'number',
  read_at: 'date?',
  trouble: 'string?',
  trouble_at: 'date?',
} as const
const SHOWN = {
  settings: orNull(
    namedAnswer('Mailbox', {
      from_address: 'string',
      from_name: 'string?',
      archive: 'boolean',
      plus_addresses: 'boolean',
      store: 'number?',
      feedback_type: 'number?',
      receipts: 'boolean',
      completions: 'boolean',
      language: 'string',
      smtp_host: 'string?',
      smtp_port: 'number?',
      smtp_security: 'string?',
      smtp_user: 'string?',
      imap_host: 'string?',
      imap_port: 'number?',
      imap_security: 'string?',
      imap_same: 'boolean',
      imap_user: 'string?',
      imap_folder: 'string',
      has_smtp_password: 'boolean',
      has_imap_password: 'boolean',
      ...LAST_CHANGE,
    }),
  ),
  state: MAILBOX_STATE,
} as const

const BODY = { ...mailboxFields, version: SETTINGS_VERSION }

const routes: Route[] = [
  get(
    'mailbox',
    {
      needs: { permission: 'system', flag: 'read' },
      answers: SHOWN,
      summary: "The chain's mailbox, without its passwords",
    },
    (call) => shown(call),
  ),
  post(
    'mailbox/test',
    {
      needs: { permission: 'system', flag: 'edit' },
      takesKeys: false,
      limit: 'mail servers',
      body: mailboxFields,
      answers: { fields: byKey('string'), is_smtp_fine: 'boolean?', is_imap_fine: 'boolean?' },
      summary: 'Try these settings against the mail servers; a password left out is the kept one',
    },
    async (call): Promise<Tried> => {
      const { fields: packed, is_smtp_fine, is_imap_fine } = await tryOut(call, await merged(call))
      const said = Object.entries(packed).map(([name, reason]) => [name, tell(reason, call.actor.language)])
      return { fields: Object.fromEntries(said), is_smtp_fine, is_imap_fine }
    },
  ),
  put(
    'mailbox',
    {
      needs: { permission: 'system', flag: 'edit' },
      takesKeys: false,
      isSensitive: true,
      limit: 'mail servers',
      body: BODY,
      answers: SHOWN,
      summary: "Set the chain's mailbox up; the settings are tried first",
    },
    (call) => keep(call),
  ),
]
export default { routes }
export const reader = [courtesyReader, invitationReader]

async function shown({ db, context, actor }: Pick<Call, 'db' | 'context' | 'actor'>) {
  const settings = await settingsOf(db, context)
  const state = await stateOf(db)
  const trouble = state?.trouble ? tell(state.trouble, actor.language) : null
  return { settings, state: { ...state, trouble } }
}

async function settingsOf(db: Db | Tx, { config }: Call['context']) {
  const change = await lastChangeOf(db, 'mailbox')
  const mailbox = await mailboxOf(db, config.keys)
  return mailbox && { ...flat(mailbox), ...change }
}

/** As the form has it; of a password only whether there is one. */
function flat({ settings, smtpPassword, imapPassword }: Mailbox) {
  const { smtp, imap, ...others } = settings
  const side = (part: MailboxSide, server: Server | null) => ({
    [`${part}_host`]: server?.host ?? null,
    [`${part}_port`]: server?.port ?? null,
    [`${part}_security`]: server?.security ?? null,
    [`${part}_user`]: server?.user ?? null,
  })
  const passwords = { has_smtp_password: smtpPassword !== '', has_imap_password: imapPassword !== '' }
  return {
    ...others,
    ...side('smtp', smtp),
    ...side('imap', imap),
    imap_same: imap !== null && smtp?.user === imap.user && smtpPassword === imapPassword,
    imap_folder: imap?.folder ?? 'INBOX',
    ...passwords,
  }
}

const stateOf = (db: Db): Promise<RowOf<typeof MAILBOX_STATE> | undefined> =>
  row(
    db,
    MAILBOX_STATE,
    sql`select
      (select count(*)::int from mails where state in ('waiting', 'sending')) as waiting,
      (select count(*)::int from mails where state = 'sent' and created_at > now() - interval '1 day') as sent_today,
      (select count(*)::int from mails where state in ('failed', 'unknown', 'bounced') and created_at > now() - interval '1 day') as failed_today,
      (select count(*)::int from received_mails where state = 'parked') as parked,
      (select count(*)::int from received_mails where state = 'held') as held,
      m.read_at, m.trouble, m.trouble_at
      from (select 1) one left join mailboxes m on m.id = 1`,
  )

/** What would hold: the settings given, with the kept password where none is given for the same server and user. */
async function merged({ db, context, body }: Call<Given>): Promise<Mailbox> {
  const kept = await mailboxOf(db, context.config.keys)
  const smtp = serverIn(body, 'smtp')
  const reading = serverIn(body, 'imap')
  const isSame = body.imap_same === true
  const imap = reading && isSame ? { ...reading, user: body.smtp_user ?? '' } : reading
  const { from_address, from_name, archive, plus_addresses, store, feedback_type, receipts, completions, language } =
    body
  const isKept = (part: MailboxSide, server: Server | null) => isSameServer(kept?.settings[part] ?? null, server)
  const passwordOf = (part: MailboxSide, server: Server | null, given = body[`${part}_password`]) =>
    given ?? (isKept(part, server) ? (kept?.[`${part}Password`] ?? '') : '')
  // A kept password is given to no other server than it was given for.
  if (isSame && imap?.user && !body.smtp_password && !isKept('imap', imap))
    refuse('invalid', { fields: { smtp_password: pack('{{field}} is required', { field: 'Password' }) } })
  return {
    settings: {
      smtp,
      imap: imap && { ...imap, folder: body.imap_folder || 'INBOX' },
      from_address,
      from_name,
      archive: archive ?? false,
      plus_addresses: plus_addresses ?? false,
      store: store ?? null,
      feedback_type: feedback_type ?? null,
      receipts: receipts ?? true,
      completions: completions ?? true,
      language: language ?? 'vi',
    },
    version: (kept?.version ?? 0) + 1,
    epoch: kept?.epoch ?? 1,
    smtpPassword: passwordOf('smtp', smtp),
    imapPassword: passwordOf('imap', imap, isSame ? body.smtp_password : body.imap_password),
  }
}

function serverIn(body: Given, part: MailboxSide): Server | null {
  const host = body[`${part}_host`]?.toLowerCase()
  if (!host) return null
  const [port, security] = [body[`${part}_port`], body[`${part}_security`]]
  const missing = (name: string, label: string) =>
    refuse('invalid', { fields: { [`${part}_${name}`]: pack('{{field}} is required', { field: label }) } })
  return {
    host,
    port: port ?? missing('port', 'Port'),
    security: security ?? missing('security', 'Security'),
    user: body[`${part}_user`] ?? '',
  }
}

interface Tried {
  /** Reasons by field, packed until they are told; empty where all is well. */
  fields: Record<string, string>
  is_smtp_fine: boolean | null
  is_imap_fine: boolean | null
}

interface Found extends Tried {
  numbering: Numbering | null
}

/** Both servers at once, each within a few seconds; what a stranger's port answers is never told. */
async function tryOut(
  { context }: Pick<Call, 'context'>,
  { settings, smtpPassword, imapPassword }: Mailbox,
): Promise<Found> {
  const { smtp, imap, from_address } = settings
  const internal = context.config.mailInternalHosts
  const [sending, reading] = await Promise.all([
    smtp && tryServer(smtp, smtpPassword, internal, (account) => trySmtp(account, domainOf(from_address), TRY_MS)),
    imap && tryServer(imap, imapPassword, internal, (account) => tryImap(account, imap.folder, TRY_MS)),
  ])
  const why = { smtp_host: sending, imap_host: reading }
  const failed = Object.entries(why).flatMap(([name, found]) =>
    typeof found === 'string' ? [[name, found] as const] : [],
  )
  return {
    fields: Object.fromEntries(failed),
    is_smtp_fine: smtp && typeof sending !== 'string',
    is_imap_fine: imap && typeof reading !== 'string',
    numbering: typeof reading === 'object' ? reading : null,
  }
}

async function keep(call: Call<Values<typeof BODY>>) {
  const { db, actor, context, body } = call
  const wanted = await merged(call)
  const { fields, numbering } = await tryOut(call, wanted)
  refuseFields(fields)
  await inTransaction(db, async (tx) => {
    await holdSettings(tx, actor, 'mailbox', body.version, () => settingsOf(tx, context))
    const before = await mailboxOf(tx, context.config.keys)
    const isMoved = !isSameFolder(before?.settings.imap ?? null, wanted.settings.imap)
    const seal = (password: string) => (password === '' ? null : encryptPassword(context.config.keys, password))
    const [smtp, imap] = [seal(wanted.smtpPassword), seal(wanted.imapPassword)]
    const [validity, last] = [numbering?.validity ?? null, (numbering?.next ?? 1) - 1]
    await sql`insert into mailboxes as m (id, settings, smtp_password, imap_password, updated_by, since, uid_validity, last_uid)
        values (1, ${json(wanted.settings)}, ${smtp}, ${imap}, ${actor.id}, now(), ${validity}, ${last})
        on conflict (id) do update set settings = excluded.settings, smtp_password = excluded.smtp_password,
          imap_password = excluded.imap_password, version = m.version + 1, updated_at = now(), updated_by = excluded.updated_by,
          epoch = m.epoch + ${isMoved ? 1 : 0}::int,
          uid_validity = case when ${isMoved} then excluded.uid_validity else m.uid_validity end,
          last_uid = case when ${isMoved} then excluded.last_uid else m.last_uid end,
          since = case when ${isMoved} then now() else m.since end, trouble = null, trouble_at = null`.execute(tx)
    await record(tx, actor, {
      action: 'mailbox',
      module: 'mailbox',
      changes: changesOf(before?.settings, wanted.settings),
    })
  })
  context.feed.nudge()
  return shown(call)
}

const isSameFolder = (kept: MailboxSettings['imap'], wanted: MailboxSettings['imap']): boolean =>
  kept?.host === wanted?.host && kept?.user === wanted?.user && kept?.folder === wanted?.folder

/** Never a password. */
const changesOf = (before: MailboxSettings | undefined, after: MailboxSettings): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...after, smtp: saidServer(after.smtp), imap: saidServer(after.imap) })
      .map(([name, value]) => [name, [oldOf(before, name), value]] as const)
      .filter(([, [was, is]]) => was !== is),
  )

const oldOf = (before: MailboxSettings | undefined, name: string): unknown =>
  before &&
  Object.entries({ ...before, smtp: saidServer(before.smtp), imap: saidServer(before.imap) }).find(
    ([key]) => key === name,
  )?.[1]
