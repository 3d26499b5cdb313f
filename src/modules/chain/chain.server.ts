import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { chainOf, DETAILS } from '#server/chain.ts'
import { type Db, inTransaction, type Tx } from '#server/db/db.ts'
import type { FileAccesses } from '#server/files/access.ts'
import { claimFiles, filesOf, findFile, releaseFiles } from '#server/files/files.ts'
import { sendFile } from '#server/files/serve.ts'
import { ADDRESS, namedAnswer, orNull, STORED_FILE } from '#server/http/answers.ts'
import { type Call, get, put, type Route } from '#server/http/route.ts'
import { senderOf } from '#server/paper/letterhead.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { holdSettings, LAST_CHANGE, lastChangeOf, SETTINGS_VERSION } from '#server/resource/settings.ts'
import type { ChainDetails } from '../../shared/chain.ts'
import type { Values } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { chainFields } from './chain.ts'

const KEPT = namedAnswer('ChainDetails', { ...DETAILS, logo: [STORED_FILE], ...LAST_CHANGE })
const LETTERHEAD = namedAnswer('Letterhead', {
  chain: DETAILS,
  store: orNull({ code: 'string', name: 'string', phone: 'string?', address: orNull(ADDRESS) }),
})

const BODY = { ...chainFields, version: SETTINGS_VERSION }

const routes: Route[] = [
  get(
    'chain',
    {
      needs: { permission: 'system', flag: 'read' },
      answers: KEPT,
      summary: 'What the chain is called on its papers, mails and public pages',
    },
    (call) => shown(call),
  ),
  put(
    'chain',
    {
      needs: { permission: 'system', flag: 'edit' },
      body: BODY,
      answers: KEPT,
      summary: 'Change of that; what is left out is nothing any more',
    },
    (call) => keep(call),
  ),
  get(
    'chain/letterhead',
    {
      needs: 'session',
      answers: LETTERHEAD,
      query: { store: 'The store whose address and phone stand beside, by its id' },
      summary: 'What heads a paper of the house',
    },
    (call) => letterhead(call),
  ),
  get(
    'public/chain-logo',
    {
      needs: 'nothing',
      limit: 'public lookup',
      mediaType: 'image/*',
      query: { v: 'Its id: another picture has another address' },
      summary: "The chain's logo",
    },
    (call) => sendLogo(call),
  ),
]
export default { routes }

/** The logo stands on every paper and public page. */
export const files: FileAccesses = { chain: { isOpen: async () => true } }

async function shown({ db, context }: Pick<Call, 'context'> & { db: Db | Tx }) {
  const change = await lastChangeOf(db, 'chain')
  const { logo, ...details } = await chainOf({ config: context.config, db })
  return { ...details, logo: logo ? await filesOf(db, [logo]) : [], ...change }
}

const LOGO = { module: 'chain', recordId: 1, field: 'logo' } as const

async function keep(call: Call<Values<typeof BODY>>) {
  const { db, actor, context, body } = call
  const { name = null, legal_name = null, address = null, tax_code = null, phone = null, email = null } = body
  const [logo = null] = body.logo ?? []
  const wanted: ChainDetails = { name, legal_name, address, tax_code, phone, email, logo }
  await inTransaction(db, async (tx) => {
    await holdSettings(tx, actor, 'chain', body.version, () => shown({ db: tx, context }))
    const before = await chainOf({ config: context.config, db: tx })
    await releaseFiles(tx, LOGO, logo ? [logo] : [])
    if (logo) await claimFiles(tx, LOGO, [logo], actor.id)
    await sql`insert into chain_details (id, name, legal_name, registered_address, tax_code, phone, email, logo, updated_by)
        values (1, ${name}, ${legal_name}, ${address}, ${tax_code}, ${phone}, ${email}, ${logo}, ${actor.id})
        on conflict (id) do update set name = excluded.name, legal_name = excluded.legal_name, registered_address = excluded.registered_address,
          tax_code = excluded.tax_code, phone = excluded.phone, email = excluded.email, logo = excluded.logo,
          updated_at = now(), updated_by = excluded.updated_by`.execute(tx)
    const changes = changesBetween(before, wanted)
    if (Object.keys(changes).length > 0) await record(tx, actor, { action: 'update', module: 'chain', changes })
  })
  context.feed.nudge()
  return shown(call)
}

const changesBetween = (before: ChainDetails, after: ChainDetails): Record<string, [string | null, string | null]> =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, is]): [string, [string | null, string | null]][] => {
      const was: string | null = Object.entries(before).find(([one]) => one === name)?.[1] ?? null
      return was === is ? [] : [[name, [was, is]]]
    }),
  )

async function letterhead({ db, context, query }: Call) {
  const asked = one(query.store)
  return senderOf({ config: context.config, db }, /^\d{1,15}$/.test(asked ?? '') ? Number(asked) : null)
}

async function sendLogo({ context, reply, request }: Call): Promise<unknown> {
  const { logo } = await chainOf(context)
  const file = (logo && (await findFile(context.db, logo))) || refuse('not found')
  await sendFile(reply, context.files, file, { thumbnail: file.has_thumbnail, range: request.headers.range })
  return reply
}
