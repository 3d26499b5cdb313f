import { describe, expect, it } from 'vitest'
import { isForVisitorsOnly, PUBLIC_FORMS, publicPageAt } from './public-pages.ts'

const pageAt = (path: string) => publicPageAt(path)?.page

describe('the addresses of the public pages', () => {
  it('show the feedback form at the root and at /feedback', () => {
    for (const path of ['/', '', '/feedback', '/feedback/']) expect(pageAt(path)).toBe('feedback')
  })

  it('show every form at its own name, and one at the address of before', () => {
    for (const form of Object.keys(PUBLIC_FORMS)) expect(pageAt(`/${form}`)).toBe(form)
    expect(pageAt('/member_registration')).toBe('member-registration')
  })

  it('hand the private part of a link to its page', () => {
    expect(publicPageAt('/feedback/follow/a%2Bb')).toEqual({ page: 'follow', token: 'a+b' })
    expect(publicPageAt('/backoffice/invitation/xyz/')).toEqual({ page: 'invitation', token: 'xyz' })
    expect(publicPageAt('/backoffice/unsubscribe/a.b')).toEqual({ page: 'unsubscribe', token: 'a.b' })
    expect(publicPageAt('/feedback/follow/%E0%A4%A')).toEqual({ page: 'follow', token: '%E0%A4%A' })
  })

  it('lead nowhere when a part is missing or too many', () => {
    for (const path of [
      '/feedback/follow',
      '/feedback/follow/',
      '/feedback/other/x',
      '/feedback/follow/a/b',
      '/feedbacks',
      '/backoffice',
      '/dashboard',
    ])
      expect(publicPageAt(path)).toBeNull()
  })

  it('send a signed-in person on from form and sign-in, never from a private link', () => {
    expect((['feedback', 'vat-registration', 'sign-in'] as const).every(isForVisitorsOnly)).toBe(true)
    expect((['follow', 'invitation', 'unsubscribe'] as const).some(isForVisitorsOnly)).toBe(false)
  })
})
