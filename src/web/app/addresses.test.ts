import { describe, expect, it } from 'vitest'
import { isKnownSegment } from '../../modules/index.ts'
import { ALL_FLAGS, routeAccess } from '../../shared/users/permissions.ts'
import { redirectOf } from './addresses.ts'

const all = routeAccess(
  Object.fromEntries(['complaints', 'stores', 'users', 'orders'].map((name) => [name, ALL_FLAGS])),
)
const reader = routeAccess({ stores: { read: true } })

describe('a signed-in person', () => {
  it.each(['/', '/feedback', '/feedback/', '/feedback/follow/abc', '/backoffice/login'])(
    'is led from the public %s to the dashboard',
    (path) => expect(redirectOf(path, all)).toBe('/dashboard'),
  )

  it.each([
    '/dashboard',
    '/modules',
    '/profile-setting',
    '/not-found',
    '/complaints',
    '/complaints/new',
    '/complaints/view/7',
  ])('stays at %s', (path) => expect(redirectOf(path, all)).toBeNull())

  it('is led by a second name of a page to its first', () => {
    expect(redirectOf('/complaints/reopened', all)).toBe('/complaints/reopen')
  })

  it('finds no page at an address nobody knows, or of a module not built', () => {
    expect(redirectOf('/nowhere', all)).toBe('/not-found')
    expect(redirectOf('/customer-survey-responses', all)).toBe('/not-found')
  })

  it.each([
    ['/stores/create', 'add'],
    ['/stores/update/3', 'edit'],
    ['/stores/delete/3', 'delete'],
  ])('may not open %s without the flag %s', (path) => expect(redirectOf(path, reader)).toBe('/not-found'))

  it('may open what reading is enough for', () => {
    expect(redirectOf('/stores', reader)).toBeNull()
    expect(redirectOf('/stores/view/3', reader)).toBeNull()
    expect(redirectOf('/users', reader)).toBe('/not-found')
  })
})

describe('someone not signed in', () => {
  it('is told at once when an address means nothing', () => {
    expect(isKnownSegment('nowhere')).toBe(false)
    expect(isKnownSegment('complaints')).toBe(true)
    expect(isKnownSegment('my-orders')).toBe(true)
  })
})
