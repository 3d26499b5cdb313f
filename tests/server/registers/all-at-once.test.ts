import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'
import { solvedChallenge } from '../../setup/challenge.ts'
import { AT_THE_DESK } from '../../setup/desk.ts'

const chain = await startChain()
const admin = await chain.person()

interface Said {
  id: number
  version: number
  fields?: Record<string, string>
}
const send = (method: string, path: string, body: object, by: typeof admin | undefined = admin) =>
  chain.call<Said>(method, `${path}${path.includes('?') ? '&' : '?'}lang=en`, { body, ...(by && { by }) })
const saidOf = async (...[method, path, body, by]: Parameters<typeof send>) => {
  const { status, data } = await send(method, path, body, by)
  return { status, ...data?.fields }
}

const member = {
  ...{ full_name: 'Lê Thị Hoa', request_type: 'new', birth_date: '1990-05-17', identity_number: '079190111222' },
  ...{ nationality: 'Việt Nam', phone: '0912345678', store: chain.stores[0] },
}
const atTheDesk = { ...member, ...AT_THE_DESK }
const role = async () =>
  (await row(chain.db, { id: 'number' }, sql`select min(id)::int as id from user_roles where scope = 'chain'`))?.id
const person = async (more: object) => ({
  ...{ user_code: 'A1', user_name: 'Hà', email: 'a1@an.example', role: await role() },
  ...{ department: chain.departments[0], position: '1', employee_code: '1234567890123456', ...more },
})

describe('One answer says all that is wrong', () => {
  test('with a member: what is missing, the length of the number, and the age', async () => {
    expect(
      await saidOf('POST', 'member-register', {
        ...atTheDesk,
        ...{
          full_name: '',
          identity_number: '12345',
          birth_date: '1890-05-17',
          card_number: '12',
          request_type: 'change',
        },
      }),
    ).toEqual({
      status: 422,
      full_name: 'Full name is required',
      identity_number: 'Identity number has exactly 12 digits',
      birth_date: 'Date of birth: more than 120 years ago',
      card_number: 'Card number: exactly 16 digits',
    })
  })

  test('with a customer’s registration, in one round', async () => {
    const sent = {
      ...member,
      full_name: '',
      phone: '09',
      identity_number: '12345',
      agreed: false,
      ...solvedChallenge(chain),
    }
    expect(await saidOf('POST', 'public/member-register', sent, undefined)).toEqual({
      status: 422,
      full_name: 'Full name is required',
      phone: 'Phone number has exactly 10 digits',
      identity_number: 'Identity number has exactly 12 digits',
      agreed: 'You must agree to the terms',
    })
  })

  test('with a customer’s delivery and VAT request', async () => {
    const delivery = {
      ...solvedChallenge(chain),
      agreed: true,
      receipt_no: '',
      delivery_date: '2020-01-01',
      packages: 1,
    }
    expect(
      await saidOf('POST', 'goods-delivery/goods-delivery-register', { ...delivery, receipt_value: -5 }, undefined),
    ).toMatchObject({
      status: 422,
      receipt_no: 'Receipt no is required',
      receipt_value: 'Receipt value cannot be negative',
      delivery_date: 'Please choose a day in the future',
      to_address: 'To address is required',
    })
  })

  test('with a person: what is missing, and each code and address that somebody has already', async () => {
    const first = await send('POST', 'user', await person({}))
    expect([first.status, first.data.fields]).toEqual([201, undefined])
    expect(await saidOf('POST', 'user', await person({ user_name: '' }))).toEqual({
      status: 422,
      user_name: 'User name is required',
      user_code: 'User code is already in use',
      email: 'E-mail is already in use',
    })
    expect(await saidOf('POST', 'user', await person({}))).toEqual({
      status: 422,
      user_code: 'User code is already in use',
      email: 'E-mail is already in use',
    })
    // One of them alone stays the conflict it is.
    expect(await saidOf('POST', 'user', await person({ email: 'b@an.example' }))).toEqual({
      status: 409,
      user_code: 'User code is already in use',
    })
    const other = (await send('POST', 'user', await person({ user_code: 'B2', email: 'b2@an.example' }))).data
    expect(
      await saidOf('PUT', `user/${other.id}`, { user_code: 'A1', email: 'a1@an.example', version: other.version }),
    ).toMatchObject({ status: 422, user_code: 'User code is already in use', email: 'E-mail is already in use' })
  })

  test('with a reference to nothing beside a missing name', async () => {
    expect(await saidOf('POST', 'member-register', { ...atTheDesk, full_name: ' ', store: 999_999 })).toEqual({
      status: 422,
      full_name: 'Full name is required',
      store: 'Store is not valid',
    })
  })

  test('with a rate: the days and the kind', async () => {
    const rate = { name: 'Odd', kind: 'not_subject', rate: 5, from_on: '2026-05-01', until_on: '2026-04-01' }
    expect(await saidOf('POST', 'vat-rate', rate)).toMatchObject({
      status: 422,
      until_on: 'The last day lies before the first',
      rate: 'Only what is taxed has a rate',
    })
  })
})

describe('A form may be checked before it is sent', () => {
  test('which says the same and changes nothing', async () => {
    const before = await row(chain.db, { n: 'number' }, sql`select count(*)::int as n from member_register`)
    expect(await saidOf('POST', 'member-register?check=1', { ...atTheDesk, identity_number: '1' })).toEqual({
      status: 422,
      identity_number: 'Identity number has exactly 12 digits',
    })
    expect(await saidOf('POST', 'member-register?check=1', atTheDesk)).toEqual({ status: 200 })
    expect(await row(chain.db, sql`select count(*)::int as n from member_register`)).toEqual(before)
    const made = (await send('POST', 'member-register', atTheDesk)).data
    expect(await saidOf('POST', 'member-register?check=1', atTheDesk)).toMatchObject({
      status: 422,
      identity_number: 'The registration form you submitted already exists.',
    })
    expect(
      await saidOf('PUT', `member-register/${made.id}?check=1`, { phone: '0987654321', version: made.version }),
    ).toEqual({ status: 200 })
    expect((await chain.call<{ phone: string }>('GET', `member-register/${made.id}`, { by: admin })).data.phone).toBe(
      '0912345678',
    )
  })

  test('by whoever might send it, and of records they may see', async () => {
    const stranger = await chain.person({ permissions: {} })
    expect((await send('POST', 'member-register?check=1', atTheDesk, stranger)).status).toBe(403)
    expect((await send('PUT', 'member-register/999999?check=1', { full_name: 'A', version: 1 })).status).toBe(200)
  })
})
