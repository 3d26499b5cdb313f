import { expect, test } from 'vitest'
import { mailRefusal } from './refusing.ts'

/** What the IMAP client throws of a command that the server did not do. */
const refused = (serverResponseCode: string, responseText: string) =>
  Object.assign(new Error('Command failed'), { responseStatus: 'NO', serverResponseCode, responseText })

test('a mail that goes between a look for it and its reading is said to be gone', () => {
  const error = refused('EXPUNGEISSUED', 'Some of the requested messages no longer exist.')
  expect(mailRefusal(error).refusal).toBe('mail gone')
})

test('what else the mail server refuses is said in its own words', () => {
  expect(mailRefusal(refused('NOPERM', 'Permission denied')).refusal).toBe('mailbox says no')
})
