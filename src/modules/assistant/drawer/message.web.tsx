import { lazy, Suspense } from 'react'
import { wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { useSession } from '../../../web/session.ts'
import { Link } from '../../../web/ui/link.tsx'
import { isOtherSite } from './acts.web.ts'
import { ConfirmCard } from './confirm-card.web.tsx'
import { Figure } from './figure.web.tsx'
import css from './message.module.css'
import type { Message } from './said.web.ts'
import { Sign } from './sign.web.tsx'
import type { Chat } from './use-chat.web.ts'

// Only who has a generative service needs what draws its words.
const RichWords = lazy(() => import('./rich-words.web.tsx'))

interface SaidProps {
  message: Message
  /** Nothing has been said since. */
  isLast: boolean
  chat: Chat
  leave: () => void
}

/** One message: words with the time, and what comes with an answer. */
export function Said({ message, isLast, chat, leave }: SaidProps) {
  const { time_zone } = useSession()
  const { from, text, at, reply, looks = [], isGenerated, isCut, isTrouble, isGrowing } = message
  const { time } = wallClock(new Date(at), time_zone)
  const act = reply?.act
  // A figure's words begin with what was understood.
  const isSaid = reply?.figure || text.includes(reply?.understood ?? '')
  return (
    <li className={css.said} data-from={from} data-trouble={isTrouble || undefined}>
      <div className={css.bubble} role={isTrouble ? 'alert' : undefined} aria-busy={isGrowing || undefined}>
        <span className="visually-hidden">{from === 'me' ? t('You') : t('Assistant')}: </span>
        {reply?.understood && !isSaid && <p className={css.understood}>{reply.understood}</p>}
        {looks.length > 0 && (
          <ul className={css.looks} aria-label={t('Looked at')}>
            {looks.map(({ words, link }, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: looks are only ever added
              <li key={nth}>
                <Sign of="look" size={14} />
                {link ? (
                  <Link to={link} onClick={leave}>
                    {words}
                  </Link>
                ) : (
                  words
                )}
              </li>
            ))}
          </ul>
        )}
        {isGenerated ? (
          <Suspense>
            <RichWords text={text} leave={leave} />
          </Suspense>
        ) : (
          text && <p className={css.words}>{text}</p>
        )}
        {isCut && <p className={css.understood}>{t('The answer was longer; it ends here.')}</p>}
        {reply?.figure && <Figure figure={reply.figure} leave={leave} />}
        {act?.kind === 'open' && act.external && isOtherSite(act.path) && (
          <a className={css.outside} href={act.path} target="_blank" rel="noopener noreferrer">
            {new URL(act.path).hostname}
            <Sign of="outside" size={14} />
          </a>
        )}
        {act?.kind === 'confirm' && (
          <ConfirmCard act={act} outcome={message.outcome} decide={(how) => chat.decide(message, how)} />
        )}
        {reply && reply.links.length > 0 && (
          <p className={css.links}>
            {reply.links.map(({ label, path }) => (
              <Link key={path} to={path} onClick={leave}>
                {label}
              </Link>
            ))}
          </p>
        )}
        <time className={css.time}>{time.slice(0, 5)}</time>
      </div>
      {isLast && reply && reply.suggestions.length > 0 && (
        <Suggestions sentences={reply.suggestions} send={chat.send} />
      )}
    </li>
  )
}

/** Sentences to press instead of writing them. */
export function Suggestions({ sentences, send }: { sentences: readonly string[]; send: (text: string) => void }) {
  return (
    <ul className={css.suggestions} aria-label={t('Suggestions')}>
      {sentences.map((one) => (
        <li key={one}>
          <button type="button" onClick={() => send(one)}>
            {one}
          </button>
        </li>
      ))}
    </ul>
  )
}
