import { t } from '../../../shared/language.ts'
import { Ending } from '../form/ending.tsx'
import type { Receipt } from '../form/outbox.ts'
import { Copy, Share } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'

/** The number, the private link, and what comes next. */
export function Thanks({ receipt: { number, follow = '' }, onAgain }: { receipt: Receipt; onAgain: () => void }) {
  const link = new URL(follow, location.origin).href
  return (
    <Ending
      title={t('Thank you for telling us')}
      lead={t('The store has your message now. Someone will look into it.')}
      label={t('Your ticket number')}
      number={number}
      again={t('Send another')}
      onAgain={onAgain}
    >
      <div className="card">
        <h2>{t('Your private page')}</h2>
        <p className="soft">
          {t(
            'Here you can follow the progress, add a message and rate our work. Only people with this link can open it.',
          )}
        </p>
        <p className="private-link">{link.replace(/^https?:\/\//, '')}</p>
        <div className="row">
          <Copy text={link} label={t('Copy link')} />
          <Share url={link} title={`${t('Retail chain')} · ${number}`} />
        </div>
        <a className="button is-wide" href={follow}>
          {t('Open my page')}
          <Icon name="arrow-right" size={20} stroke={1.75} />
        </a>
      </div>
    </Ending>
  )
}
