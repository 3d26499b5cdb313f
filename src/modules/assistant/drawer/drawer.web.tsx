import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { t } from '../../../shared/language.ts'
import css from './drawer.module.css'
import { Said, Suggestions } from './message.web.tsx'
import { Sign } from './sign.web.tsx'
import { type Ear, isStopping, isWaking, speakAloud, useSpeech } from './speech.web.ts'
import { type Chat, useChat } from './use-chat.web.ts'

const TEXT_MOST = 1000
const small = matchMedia('(max-width: 47.99em)')
const listenToSize = (told: () => void) => {
  small.addEventListener('change', told)
  return () => small.removeEventListener('change', told)
}

/** The assistant at the left: a chat that begins anew each time it is opened, and listens as long as it is. */
export default function Drawer({ close }: { close: () => void }) {
  const isSmall = useSyncExternalStore(listenToSize, () => small.matches)
  const [text, setText] = useState('')
  /** When the text was begun. */
  const since = useRef(0)
  const box = useRef<HTMLTextAreaElement>(null)
  const frame = useRef<HTMLElement>(null)
  const hear = useRef<(text: string) => void>(() => undefined)
  const speech = useSpeech(useCallback((words: string) => hear.current(words), []))
  const retype = (words: string) => {
    setText(words)
    box.current?.focus()
  }
  // On a phone the drawer hides what it leads to.
  const chat = useChat({ leave: () => isSmall && close(), sleep: speech.sleep, retype })
  hear.current = (words) => {
    if (isStopping(words)) {
      speech.sleep(true)
      chat.say(t('I am quiet now. Say “good morning” to go on.'))
    } else if (isWaking(words)) {
      speech.sleep(false)
      chat.say(t('Good morning! What can I do for you?'))
      speakAloud(t('Good morning! What can I do for you?'))
    } else chat.send(words, { isSpoken: true })
  }
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  useKeys(frame, box, close)
  const send = () => {
    if (text.trim() === '') return
    chat.send(text, { since: since.current })
    setText('')
  }
  const drawer = (
    <aside
      ref={frame}
      onKeyDown={isSmall ? stayWithin : undefined}
      className={css.drawer}
      role="dialog"
      aria-modal={isSmall || undefined}
      aria-label={t('Assistant')}
    >
      <header className={css.head}>
        <h2>{t('Assistant')}</h2>
        <Microphone ear={speech.ear} listen={speech.listen} silence={speech.silence} />
        <button type="button" className={css.act} aria-label={t('Close')} onClick={close}>
          <Sign of="close" />
        </button>
      </header>
      <Transcript chat={chat} leave={() => isSmall && close()} />
      <p className={css.heard} aria-live="off">
        {speech.heard}
      </p>
      <div className={css.foot}>
        <textarea
          ref={box}
          className={css.box}
          rows={1}
          maxLength={TEXT_MOST}
          aria-label={t('Type a Message')}
          placeholder={t('Type a Message')}
          value={text}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (text === '' || !value.startsWith(text)) since.current = Date.now()
            setText(value)
          }}
          onKeyDown={(event: KeyboardEvent) => {
            // While letters are being put together, as Korean ones are, Enter ends them and no message.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
        />
        {chat.isWaiting && text === '' ? (
          <button type="button" className={css.act} aria-label={t('Stop')} onClick={chat.stop}>
            <Sign of="stop" />
          </button>
        ) : (
          <button
            type="button"
            className={css.act}
            data-first
            aria-label={t('Send')}
            disabled={text.trim() === ''}
            onClick={send}
          >
            <Sign of="send" />
          </button>
        )}
      </div>
    </aside>
  )
  return (
    <>
      {isSmall && <div className={css.veil} onClick={close} aria-hidden />}
      {drawer}
    </>
  )
}

const EARS: Record<Exclude<Ear, 'none'>, string> = {
  off: 'Listen',
  listening: 'Listening in Vietnamese',
  asleep: 'Quiet: say “good morning” to go on',
  forbidden: 'The microphone is not allowed here',
}

/** Whether it listens; not there where the browser cannot hear. */
function Microphone({ ear, listen, silence }: { ear: Ear; listen: () => void; silence: () => void }) {
  if (ear === 'none') return null
  const isOn = ear === 'listening' || ear === 'asleep'
  return (
    <button
      type="button"
      className={css.ear}
      data-ear={ear}
      aria-pressed={isOn}
      aria-label={`${t('Microphone')}: ${t(EARS[ear])}`}
      title={t(EARS[ear])}
      onClick={isOn ? silence : listen}
    >
      <Sign of={isOn ? 'microphone' : 'microphone off'} size={18} />
      <span>{t(EARS[ear])}</span>
    </button>
  )
}

const examples = (): string[] => [
  t('How many complaints are overdue?'),
  t('Complaints this month by store'),
  t('Open the report by month'),
  t('Which tasks of mine are late?'),
]

function Transcript({ chat, leave }: { chat: Chat; leave: () => void }) {
  const { messages, isWaiting } = chat
  const place = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // An answer of which nothing has come yet is the sign of waiting alone.
  const shown = messages.filter(({ isGrowing, text, looks }) => !isGrowing || text !== '' || looks?.length)
  const isGrowing = shown.at(-1)?.isGrowing && shown.at(-1)?.text !== ''
  // Whoever has scrolled up to read stays there.
  useLayoutEffect(() => {
    if (isAtEnd.current) place.current?.scrollTo({ top: place.current.scrollHeight })
  })
  return (
    <div
      ref={place}
      className={css.transcript}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has only keys scrolls it
      tabIndex={0}
      role="log"
      aria-live="polite"
      aria-label={t('Conversation')}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40
      }}
    >
      <ol className={css.messages}>
        {shown.map((one, at) => (
          <Said key={one.id} message={one} isLast={at === shown.length - 1} chat={chat} leave={leave} />
        ))}
      </ol>
      {messages.length === 2 && !isWaiting && <Suggestions sentences={examples()} send={chat.send} />}
      {isWaiting && !isGrowing && (
        <p className={css.waiting} role="status">
          <span className={css.dots} aria-hidden />
          <span className="visually-hidden">{t('Loading…')}</span>
        </p>
      )}
    </div>
  )
}

/** Where it lies over the page as a dialog, the tab key goes round in it. */
function stayWithin(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), textarea, [tabindex="0"]'),
  ]
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

/** Escape closes it; Ctrl+/ leads into it, and from within out of it. */
function useKeys(
  frame: { current: HTMLElement | null },
  box: { current: HTMLElement | null },
  close: () => void,
): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isWithin = frame.current?.contains(document.activeElement) ?? false
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.key === '/'
      if (event.key === 'Escape' && isWithin && !event.defaultPrevented) {
        event.preventDefault()
        close()
      }
      if (!isShortcut) return
      event.preventDefault()
      if (isWithin) close()
      else box.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [frame, box, close])
}
