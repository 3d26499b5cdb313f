import type { Tx } from '#server/db/db.ts'
import { refuseClosedStore } from '#server/http/open-store.ts'
import { publicFormRoute } from '#server/http/public-form.ts'
import type { Call, Route } from '#server/http/route.ts'
import { sealedColumns } from '#server/private/fields.ts'
import { insert } from '#server/resource/statements.ts'
import { spokenNumber, type Values } from '../../shared/fields.ts'
import { existsRoute } from './exists.server.ts'
import { type Form, judgedBeside, placeOf, prepared } from './judged.server.ts'
import { memberRegister } from './member-register.ts'
import { memberRegistration, memberRegistrationNew } from './public/member-registration.public.ts'

const openForm = (form: typeof memberRegistration, kind: Form): Route =>
  publicFormRoute(form, {
    answers: { number: 'string' },
    // Whether somebody is registered costs a proof of work, so it is not told beside other mistakes.
    judge: (call, refused) => judgedBeside(without(call.body, refused), kind, placeOf(call)),
    receive: (tx, call) => receive(tx, call, kind),
  })

const without = (body: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

async function receive(tx: Tx, call: Call<Values<typeof memberRegistration.fields>>, kind: Form) {
  // Beside its own fields a form brings what proves it, which is no part of the record.
  const columns = Object.fromEntries(Object.entries(call.body).filter(([name]) => name in memberRegister.fields))
  await refuseClosedStore(tx, columns.store)
  const place = placeOf(call)
  const made = await prepared(tx, columns, kind, place)
  const id = await insert(tx, memberRegister, sealedColumns(place.keys, memberRegister, made), call.actor)
  return { id, answer: { number: spokenNumber(memberRegister.fields.number, id) } }
}

export const publicRoutes: Route[] = [
  openForm(memberRegistration, 'classic'),
  openForm(memberRegistrationNew, 'steps'),
  existsRoute('member-register'),
  existsRoute('member-register-new'),
]
