import { useCallback, useEffect, useState } from 'react'
import type { Named } from '../../../shared/fields.ts'
import type { Question, Words } from '../../../shared/surveys/questions.ts'
import { call, Refused } from '../../../web/public/request.ts'
import { readStored, writeStored } from '../../../web/public/storage.ts'

type Said = { [language in keyof Words]: string | null }

/** A survey as whoever holds a link to it sees it. */
export interface SurveyInfo {
  state: 'open' | 'not_open' | 'closed' | 'full' | 'used' | 'unknown'
  is_personal: boolean
  /** Of the number that is known already, the last digits. */
  phone_end: string | null
  survey: {
    id: number
    title: Said
    intro: Said
    thanks: Said
    once_per: 'device' | 'phone' | 'nothing'
    asks_name: boolean
    asks_phone: boolean
    asks_call_consent: boolean
  } | null
  questions: Question[]
  store: Named | null
  stores: Named[]
}

export type Looked = { at: 'loading' } | { at: 'failed'; message: string | null } | { at: 'found'; info: SurveyInfo }

/** What is asked; without a line as it was when it was last asked for. */
export function useSurvey(token: string): { looked: Looked; look: () => void } {
  const [looked, setLooked] = useState<Looked>({ at: 'loading' })
  const look = useCallback(() => {
    const kept = `survey-info ${token}`
    call<SurveyInfo>('GET', `/customer-survey-responses/show-info?token=${encodeURIComponent(token)}`).then(
      (info) => {
        writeStored(kept, info.state === 'open' ? info : null)
        setLooked({ at: 'found', info })
      },
      (error) => {
        const info = error instanceof Refused ? null : (readStored(kept) as SurveyInfo | null) // written above
        const message = error instanceof Refused ? error.message : null
        setLooked((before) =>
          info ? { at: 'found', info } : before.at === 'found' ? before : { at: 'failed', message },
        )
      },
    )
  }, [token])
  useEffect(look, [look])
  return { looked, look }
}
