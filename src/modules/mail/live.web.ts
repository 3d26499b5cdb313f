import { t } from '../../shared/language.ts'
import { useEvent } from '../../web/events.ts'
import { client } from '../../web/query.ts'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { mailKeys, refreshMails, refreshTop } from './data.web.ts'

/** What happens in the mailbox shows on every open tab: new mail at the top, and what another device or program did. */
export function useMailEvents(): void {
  useEvent('mail', ({ kind, folder, words }) => {
    if (kind === 'new' && folder) void refreshTop(folder)
    else if (kind === 'sent') void client.invalidateQueries({ queryKey: mailKeys.scheduled })
    else if (kind === 'unsent') {
      snackbar(`${t('Not sent.')} ${words ?? ''}`, { variant: 'alert', colour: 'bad' })
      void client.invalidateQueries({ queryKey: mailKeys.scheduled })
    } else if (kind === 'broken') void client.invalidateQueries({ queryKey: mailKeys.status })
    else refreshMails()
  })
}
