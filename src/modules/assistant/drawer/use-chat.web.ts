import { useCallback, useEffect, useRef, useState } from 'react'
import { currentLanguage, t } from '../../../shared/language.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { failureWords, post } from '../../../web/api.ts'
import { useSession } from '../../../web/session.ts'
import { sayFailure, snackbar } from '../../../web/ui/snackbar.tsx'
import type { Act, Reply } from '../reply.ts'
import { actOn, changeInForm, confirmed } from './acts.web.ts'
import { askProvider } from './ask-provider.web.ts'
import { type Message, newMessage } from './said.web.ts'
import { speakAloud } from './speech.web.ts'

const TOLD_MOST = 20
const MARKS_MOST = 200
/** Of one message; the server sends no more of all of them. */
const WORDS_MOST = 24_000

export type Confirmation = Extract<Act, { kind: 'confirm' }>
/** A word that is heard began so long ago at least. */
const SPOKEN_MS = 1000

interface SendOptions {
  isSpoken?: boolean
  /** When it was begun to be typed; a yes that was begun before a card came is no answer to it. */
  since?: number
}

export interface Chat {
  messages: readonly Message[]
  /** An answer is waited for. */
  isWaiting: boolean
  send: (text: string, options?: SendOptions) => void
  /** Ends the answer that is coming. */
  stop: () => void
  decide: (message: Message, how: 'confirm' | 'change' | 'cancel') => void
  say: (text: string) => void
}

interface Ways {
  /** Leaves the drawer where it would hide what was opened. */
  leave: () => void
  sleep: (isAsleep: boolean) => void
  /** Puts words back into the box. */
  retype: (text: string) => void
}

/** A conversation, from the opening of the drawer to its end; one question after the other, whatever comes of each. */
export function useChat({ leave, sleep, retype }: Ways): Chat {
  const user = useSession()
  const [messages, setMessages] = useState<readonly Message[]>(() => greetings(user.user_name))
  const [waiting, setWaiting] = useState(0)
  const latest = useRef(messages)
  const context = useRef<string | null>(null)
  const marks = useRef<readonly { mark: string; value: string }[]>([])
  const queue = useRef(Promise.resolve())
  const running = useRef<AbortController>(undefined)
  const isGone = useRef(false)

  const become = useCallback((change: (now: readonly Message[]) => readonly Message[]) => {
    latest.current = change(latest.current)
    setMessages(latest.current)
  }, [])
  const add = useCallback(
    (message: Message) => {
      become((now) => [...now, message])
      return message
    },
    [become],
  )
  const change = useCallback(
    (id: number, part: (message: Message) => Partial<Message>) =>
      become((now) => now.map((one) => (one.id === id ? { ...one, ...part(one) } : one))),
    [become],
  )
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      running.current?.abort()
    }
  }, [])

  const generated = async (signal: AbortSignal): Promise<string> => {
    const told = latest.current
      .filter(({ text, isTrouble }) => text !== '' && !isTrouble)
      .slice(-TOLD_MOST)
      .map(({ from, text }) => ({ from, text: text.slice(0, WORDS_MOST) }))
    const answer = add(newMessage('bot', '', { isGenerated: true, isGrowing: true, looks: [] }))
    const page = location.pathname + location.search
    let trouble = ''
    try {
      await askProvider(
        { messages: told, marks: marks.current, page },
        (event) => {
          if (event.kind === 'text') change(answer.id, ({ text }) => ({ text: text + event.text }))
          else if (event.kind === 'look') change(answer.id, ({ looks = [] }) => ({ looks: [...looks, event.look] }))
          else if (event.kind === 'trouble') trouble = event.words
          else {
            marks.current = event.marks.slice(0, MARKS_MOST)
            change(answer.id, () => ({ isCut: event.isCut }))
          }
        },
        signal,
      )
    } finally {
      change(answer.id, () => ({ isGrowing: false }))
      const whole = latest.current.find(({ id }) => id === answer.id)
      if (whole?.text === '' && whole.looks?.length === 0) become((now) => now.filter(({ id }) => id !== answer.id))
    }
    if (trouble) add(newMessage('bot', wrong(trouble), { isTrouble: true }))
    return latest.current.find(({ id }) => id === answer.id)?.text ?? ''
  }

  const answer = async (text: string, isSpoken: boolean, signal: AbortSignal): Promise<string> => {
    const asked = {
      text,
      language: currentLanguage(),
      spoken: isSpoken,
      ...(context.current && { context: context.current }),
      page: location.pathname + location.search,
    }
    const reply = await post<Reply | null>('assistant/ask', asked, { signal, quiet: true })
    if (reply?.needs === 'provider' && user.has_provider) return generated(signal)
    // An empty reply leaves the chat as it is (specification section 4).
    if (!reply || isEmpty(reply)) return ''
    context.current = reply.context
    add(newMessage('bot', reply.needs === 'provider' ? withoutProvider(reply.text) : reply.text, { reply }))
    if (reply.act?.kind === 'stop') sleep(true)
    else if (reply.act?.kind === 'start') sleep(false)
    else if (reply.act) actOn(reply.act, leave)
    return reply.text
  }

  const work = async (text: string, isSpoken: boolean): Promise<void> => {
    if (isGone.current) return
    const control = new AbortController()
    running.current = control
    try {
      const words = await answer(text, isSpoken, control.signal)
      if (isSpoken && !isGone.current) speakAloud(words.replace(/[*_`#>]|\]\([^)]*\)|\[/g, ''))
    } catch (error) {
      if (!control.signal.aborted) add(newMessage('bot', wrong(failureWords(error)), { isTrouble: true }))
    } finally {
      setWaiting((now) => now - 1)
    }
  }

  const decide = (message: Message, how: 'confirm' | 'change' | 'cancel') => {
    const act = message.reply?.act
    if (act?.kind !== 'confirm' || message.outcome) return
    const end = (outcome: Message['outcome']) => change(message.id, () => (outcome ? { outcome } : {}))
    if (how === 'cancel') {
      end('cancelled')
      add(newMessage('bot', t('Nothing was written.')))
    } else if (how === 'change') {
      end('changed')
      void changeInForm(act).then((isOpen) => (isOpen ? leave() : retype(askedBefore(latest.current, message))))
    } else {
      end('sent')
      setWaiting((now) => now + 1)
      queue.current = queue.current.then(async () => {
        try {
          const made = await confirmed(act)
          end('confirmed')
          add(made)
          if (isGone.current) snackbar(made.text)
        } catch (error) {
          // It may be confirmed again: nothing was written.
          become((now) =>
            now.map(({ outcome, ...one }) => (one.id === message.id ? one : { ...one, ...(outcome && { outcome }) })),
          )
          add(newMessage('bot', wrong(failureWords(error)), { isTrouble: true }))
          if (isGone.current) sayFailure(error)
        } finally {
          setWaiting((now) => now - 1)
        }
      })
    }
  }

  const send = (
    given: string,
    { isSpoken = false, since = Date.now() - (isSpoken ? SPOKEN_MS : 0) }: SendOptions = {},
  ) => {
    const text = given.trim()
    if (text === '') return
    add(newMessage('me', text))
    const open = latest.current.findLast(({ reply, outcome }) => reply?.act?.kind === 'confirm' && !outcome)
    const decision = open && decisionIn(text)
    if (open && decision && (decision === 'cancel' || open.at <= since)) return decide(open, decision)
    setWaiting((now) => now + 1)
    queue.current = queue.current.then(() => work(text, isSpoken))
  }

  return {
    messages,
    isWaiting: waiting > 0,
    send,
    stop: () => running.current?.abort(),
    decide,
    say: (text) => void add(newMessage('bot', text)),
  }
}

const greetings = (name: string): readonly Message[] => [
  newMessage('bot', t('Hello {{name}}, I am the assistant.', { name })),
  newMessage('bot', t('Ask about the figures and lists that are open to you, or say what to open.')),
]

const isEmpty = ({ text, act, figure, links, suggestions }: Reply): boolean =>
  text.trim() === '' && !act && !figure && links.length === 0 && suggestions.length === 0

const withoutProvider = (text: string): string =>
  [text, t('No generative service is set up here that could answer anything else. What I can do myself:')]
    .filter(Boolean)
    .join('\n')

/** The one sentence for every failure, and why, where that is known. */
const wrong = (why: string): string => {
  const said = t('Something went wrong')
  return why === said ? said : `${said}. ${why}`
}

const YES = /^(dong y|xac nhan|vang|duoc|co|ok|okay|yes|confirm|네|예|확인|좋아요?)[.!]?$/
const NO = /^(khong|huy|huy bo|thoi|no|cancel|아니요?|취소)[.!]?$/

function decisionIn(text: string): 'confirm' | 'cancel' | null {
  const words = normalizeText(text.trim())
  return YES.test(words) ? 'confirm' : NO.test(words) ? 'cancel' : null
}

/** What the person had said before a card came. */
const askedBefore = (messages: readonly Message[], { id }: Message): string =>
  messages.findLast((one) => one.from === 'me' && one.id < id)?.text ?? ''
