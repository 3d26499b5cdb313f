import { t } from '../../shared/language.ts'
import { KeysHelp, type KeyWords } from '../../web/screens/keys-help.tsx'

/** The keys of the mail page: those of the lists, and what is done with mails. */
export default function MailKeysHelp({ onClose }: { onClose: () => void }) {
  const keys: KeyWords[] = [
    [['j', 'k'], t('Next and previous mail')],
    [['Enter'], t('Open the mail')],
    [['x'], t('Select the mail')],
    [['Shift', 'j / k'], t('Select on')],
    [['Esc'], t('Back, or clear the selection')],
    [['r', 'a', 'f'], t('Reply, reply to all, forward')],
    [['c'], t('New mail')],
    [['e'], t('Archive')],
    [['#'], t('Delete')],
    [['!'], t('Report spam')],
    [['v'], t('Move to a folder')],
    [['z'], t('Undo')],
    [['s'], t('Star')],
    [['i'], t('Important')],
    [['u'], t('Mark as unread')],
    [['t'], t('Make a ticket')],
    [['T'], t('Make a task')],
    [['/'], t('Search')],
  ]
  return <KeysHelp groups={[{ of: '', words: keys }]} onClose={onClose} />
}
