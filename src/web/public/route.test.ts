import { describe, expect, it } from 'vitest'
import { isForVisitorsOnly, placeOf } from './route.ts'

describe('the addresses of the open pages', () => {
  it('show the feedback form at the root and at /feedback', () => {
    for (const path of ['/', '', '/feedback', '/feedback/']) expect(placeOf(path)).toEqual({ page: 'feedback' })
  })

  it('hand the private part of a link to its page', () => {
    expect(placeOf('/feedback/follow/a%2Bb')).toEqual({ page: 'follow', token: 'a+b' })
    expect(placeOf('/backoffice/invitation/xyz/')).toEqual({ page: 'invitation', token: 'xyz' })
    expect(placeOf('/backoffice/unsubscribe/a.b')).toEqual({ page: 'unsubscribe', token: 'a.b' })
    expect(placeOf('/feedback/follow/%E0%A4%A')).toEqual({ page: 'follow', token: '%E0%A4%A' })
  })

  it('lead nowhere when a part is missing or too many', () => {
    for (const path of [
      '/feedback/follow',
      '/feedback/follow/',
      '/feedback/other/x',
      '/feedback/follow/a/b',
      '/backoffice',
    ])
      expect(placeOf(path)).toEqual({ page: 'not-found' })
  })

  it('send a signed-in person on from form and sign-in, never from a private link', () => {
    expect(['/', '/backoffice/login'].map((path) => isForVisitorsOnly(placeOf(path)))).toEqual([true, true])
    expect(['/feedback/follow/t', '/backoffice/invitation/t'].map((path) => isForVisitorsOnly(placeOf(path)))).toEqual([
      false,
      false,
    ])
  })
})
