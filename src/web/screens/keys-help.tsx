import { t } from '../../shared/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import css from './list/list.module.css'

/** The keys a list knows, and what the browser's own search cannot find. */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const keys: [string[], string][] = [
    [['j', 'k'], t('Next and previous row')],
    [['Enter'], t('Open the row')],
    [['x'], t('Select the row')],
    [['Shift', 'J'], t('Select the rows one passes')],
    [['Esc'], t('Clear the selection')],
    [['/'], t('Search')],
    [['c'], t('Create')],
    [['Ctrl', 'K'], t('Search everywhere')],
    [['?'], t('Show these keys')],
  ]
  return (
    <Dialog opened onClose={onClose} title={t('Keys')} size={420}>
      <dl className={css.keys}>
        {keys.map(([names, words]) => (
          <div key={words}>
            <dt>
              {names.map((name) => (
                <kbd key={name} className={css.key}>
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className={css.note}>
        {t(
          'From a hundred rows on, only the visible ones are drawn, so the browser’s own search misses the others. Search with / instead.',
        )}
      </p>
    </Dialog>
  )
}
