import { formatDay, wallClock } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { MailAddress, MailFolder, MailRole, MailRow } from '../../shared/mail.ts'

const ROLES: Partial<Record<MailRole, string>> = {
  inbox: 'Inbox',
  drafts: 'Drafts',
  sent: 'Sent',
  archive: 'Archive',
  junk: 'Spam',
  trash: 'Trash',
  flagged: 'Starred',
  all: 'All mail',
}

/** The folders that every mailbox has are called the same in every one. */
export const folderName = ({ role, name }: Pick<MailFolder, 'role' | 'name'>): string => {
  const known = role && ROLES[role]
  return known ? t(known) : name
}

export const nameOf = ({ name, address }: MailAddress): string => name || address
export const subjectOf = ({ subject }: { subject: string }): string => subject || t('No subject')

/** Who a row is about: the sender, or to whom it goes where that is oneself. */
export function peopleOf(row: MailRow, folder: MailFolder | undefined): string {
  if (folder?.role === 'sent' || folder?.role === 'drafts')
    return row.to.length > 0 ? t('To {{names}}', { names: row.to.map(nameOf).join(', ') }) : t('No recipient yet')
  return nameOf(row.from)
}

/** 14:32 today, 25/11 this year, the whole day before. */
export function shortTime(instant: string, timeZone: string, now = new Date()): string {
  const { day, time } = wallClock(instant, timeZone)
  const today = wallClock(now, timeZone).day
  if (day === today) return time
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).slice(0, 5) : formatDay(day)
}

export const wholeAddress = ({ name, address }: MailAddress): string => (name ? `${name} <${address}>` : address)
