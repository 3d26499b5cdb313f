import { useCallback, useEffect, useRef, useState } from 'react'
import { currentLanguage, type Language } from '../../../shared/language.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'

/** The browser's own interface, of which TypeScript knows no type yet. */
export interface Recognition {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: RecognitionResults) => void) | null
  onend: (() => void) | null
  onerror: ((event: { error: string }) => void) | null
  start(): void
  stop(): void
  abort(): void
}
interface RecognitionResults {
  resultIndex: number
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
}
type RecognitionMaker = new () => Recognition

const makerOf = (): RecognitionMaker | undefined =>
  (Reflect.get(globalThis, 'SpeechRecognition') ?? Reflect.get(globalThis, 'webkitSpeechRecognition')) as
    | RecognitionMaker
    | undefined // not every browser has it

/** Staff speak Vietnamese to it, whatever language the screen is in (specification section 9). */
const HEARD_IN = 'vi-VN'
const SPOKEN_IN: Record<Language, string> = { vi: 'vi-VN', en: 'en-US', ko: 'ko-KR' }
/** A browser that ends again and again at once does not hear at all. */
const SHORT_MS = 1000
const SHORT_MOST = 3

export type Ear = 'none' | 'off' | 'listening' | 'asleep' | 'forbidden'

const WAKES = /\b(good morning|chao buoi sang)\b|굿모닝|좋은 아침/
/** Whether somebody wakes the assistant, or sends it to sleep. */
export const isWaking = (text: string): boolean => WAKES.test(normalizeText(text))
export const isStopping = (text: string): boolean =>
  /^(stop|dung lai|dung|ngung|thoi|그만|멈춰|중지)[.!]?$/.test(normalizeText(text.trim()))

/**
 * Listens continuously while the drawer is open. After 'stop' it hears on and hands over nothing until 'good morning'.
 * @param say gets each sentence that was heard whole
 */
export function useSpeech(say: (text: string) => void) {
  const [ear, setEar] = useState<Ear>(makerOf() ? 'off' : 'none')
  const [heard, setHeard] = useState('')
  const recognition = useRef<Recognition>(undefined)
  const wanted = useRef(false)
  const asleep = useRef(false)
  const latest = useRef(say)
  latest.current = say

  const take = useCallback((text: string) => {
    if (text === '' || isSpeaking()) {
      // What is heard while it speaks is mostly itself; only 'stop' counts.
      if (!isStopping(text)) return
    }
    if (asleep.current && !isWaking(text)) return
    latest.current(text)
  }, [])

  const listen = useCallback(() => {
    const Maker = makerOf()
    if (!Maker || wanted.current) return
    wanted.current = true
    let beganAt = 0
    let shortOnes = 0
    const made = new Maker()
    recognition.current = made
    made.lang = HEARD_IN
    made.continuous = true
    made.interimResults = true
    const begin = () => {
      beganAt = performance.now()
      try {
        made.start()
        setEar(asleep.current ? 'asleep' : 'listening')
      } catch {
        setEar('off')
      }
    }
    made.onresult = ({ results, resultIndex }) => {
      let unfinished = ''
      for (let at = resultIndex; at < results.length; at += 1) {
        const result = results[at]
        const words = result?.[0]?.transcript.trim() ?? ''
        if (result?.isFinal) take(words)
        else unfinished += ` ${words}`
      }
      setHeard(asleep.current || isSpeaking() ? '' : unfinished.trim())
    }
    made.onerror = ({ error }) => {
      if (error !== 'not-allowed' && error !== 'service-not-allowed' && error !== 'audio-capture') return
      wanted.current = false
      setEar('forbidden')
    }
    // Browsers end after a silence of their own accord.
    made.onend = () => {
      setHeard('')
      shortOnes = performance.now() - beganAt < SHORT_MS ? shortOnes + 1 : 0
      if (wanted.current && recognition.current === made && shortOnes < SHORT_MOST) return begin()
      wanted.current = false
      setEar((now) => (now === 'forbidden' ? now : 'off'))
    }
    begin()
  }, [take])

  const silence = useCallback(() => {
    wanted.current = false
    setHeard('')
    recognition.current?.stop()
    setEar((now) => (now === 'none' ? now : 'off'))
  }, [])

  const sleep = useCallback((isAsleep: boolean) => {
    asleep.current = isAsleep
    if (isAsleep) stopSpeaking()
    setHeard('')
    if (wanted.current) setEar(isAsleep ? 'asleep' : 'listening')
  }, [])

  useEffect(() => {
    listen()
    return () => {
      wanted.current = false
      recognition.current?.stop()
      recognition.current = undefined
      stopSpeaking()
    }
  }, [listen])

  return { ear, heard, listen, silence, sleep }
}

const isSpeaking = (): boolean => 'speechSynthesis' in globalThis && speechSynthesis.speaking

const stopSpeaking = () => void ('speechSynthesis' in globalThis && speechSynthesis.cancel())

/** Reads an answer aloud at the usual pace (specification section 9: rate 1, pitch 1, volume 1). */
export function speakAloud(text: string): void {
  if (!('speechSynthesis' in globalThis) || text.trim() === '') return
  stopSpeaking()
  const words = new SpeechSynthesisUtterance(text)
  words.lang = SPOKEN_IN[currentLanguage()]
  words.rate = 1
  words.pitch = 1
  words.volume = 1
  speechSynthesis.speak(words)
}
