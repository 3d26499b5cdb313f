import { t } from '../../shared/language.ts'
import type { MailEvent } from '../../shared/mail.ts'
import { useEvent } from '../../web/events.ts'
import { client } from '../../web/query.ts'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { mailKeys, refreshFolder, refreshMails } from './data.web.ts'

/** What happens in the mailbox shows on every open tab: new mail at the top, and what another device or program did. */
export const useMailEvents = (): void => useEvent('mail', hear)

function hear({ kind, folder, words }: MailEvent): void {
  if (kind === 'sent' || kind === 'unsent') void client.invalidateQueries({ queryKey: mailKeys.scheduled })
  if (kind === 'unsent') snackbar(`${t('Not sent.')} ${words ?? ''}`, { variant: 'alert', colour: 'bad' })
  if (kind === 'broken') void client.invalidateQueries({ queryKey: mailKeys.status })
  if (kind === 'sent' || kind === 'unsent' || kind === 'broken') return
  if (folder) refreshFolder(folder, kind === 'new')
  else refreshMails()
  // A further mail of the conversation that is read.
  if (kind !== 'folders') void client.invalidateQueries({ queryKey: mailKeys.conversations })
}
