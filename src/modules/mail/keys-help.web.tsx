import { t } from '../../shared/language.ts'
import list from '../../web/screens/list/list.module.css'
import { Dialog } from '../../web/ui/dialog.tsx'

/** The keys of the mail page: those of the lists, and what is done with mails. */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const keys: [string[], string][] = [
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
    [['Ctrl', 'Enter'], t('Send what is being written')],
    [['?'], t('Show these keys')],
  ]
  return (
    <Dialog opened onClose={onClose} title={t('Keys')} size={440}>
      <dl className={list.keys}>
        {keys.map(([names, words]) => (
          <div key={words}>
            <dt>
              {names.map((name) => (
                <kbd key={name} className={list.key}>
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
