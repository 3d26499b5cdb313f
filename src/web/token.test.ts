import { describe, expect, it } from 'vitest'
import { wishedPath } from './public/sign-in-query.ts'
import { expiryOf, isStillValid, ownerOf } from './token.ts'

const tokenOf = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`

describe('the token', () => {
  it('is valid only while its end lies ahead', () => {
    expect(isStillValid(tokenOf({ exp: Date.now() / 1000 + 60 }))).toBe(true)
    expect(isStillValid(tokenOf({ exp: Date.now() / 1000 - 1 }))).toBe(false)
  })

  it('says whose it is', () => expect(ownerOf(tokenOf({ sub: '7' }))).toBe('7'))

  it.each([null, '', 'no token', 'a.b.c', tokenOf({}), tokenOf(null)])('is none where %s stands', (held) => {
    expect(isStillValid(held)).toBe(false)
    expect(ownerOf(held)).toBeNull()
    expect(expiryOf(held) > Date.now()).toBe(false)
  })
})

describe('after sign-in', () => {
  it('the way goes on to the wished page', () => {
    expect(wishedPath('?next=%2Fcomplaints%3Fstatus%3Dnew')).toBe('/complaints?status=new')
  })

  it.each([
    '',
    '?next=',
    '?next=https://elsewhere.example',
    '?next=//elsewhere.example',
    '?next=/%5Celsewhere.example',
    '?next=/feedback',
    '?next=/backoffice/login',
    '?next=javascript:alert(1)',
  ])('the way never leads out of the application: %s', (search) => expect(wishedPath(search)).toBe('/dashboard'))
})
