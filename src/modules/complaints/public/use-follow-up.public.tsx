import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnswerPromise } from '../../../shared/complaints/promise.ts'
import type { StoredFile } from '../../../shared/fields.ts'
import { plainWords } from '../../../shared/plain-words.ts'
import type { TicketType } from '../../../web/public/lookups.ts'
import type { PromisingStore } from '../../../web/public/promise.tsx'
import { call, Refused } from '../../../web/public/request.ts'

/** A complaint as its customer sees it. */
export interface FollowUp {
  issue_number: string
  title: string
  content: string
  status: 'new' | 'processing' | 'completed' | 'closed' | 'reopened' | 'overdue' | 'deleted'
  created_at: string
  completed_at: string | null
  store: PromisingStore | null
  feedback_type: Pick<TicketType, 'name' | 'name_en' | 'name_ko'> | null
  solution: string | null
  comment: string | null
  attachments: StoredFile[]
  replies: Reply[]
  steps: { at: string; status: string }[]
  promise: AnswerPromise | null
  is_waiting: boolean
  rating: number | null
  rating_note: string | null
  can_rate: boolean
  can_comment: boolean
}

export interface Reply {
  at: string
  from: 'customer' | 'store'
  body: string
  attachments: StoredFile[]
}

type State =
  | { at: 'loading' }
  | { at: 'unknown' }
  | { at: 'failed'; message: string | null }
  | { at: 'open'; found: FollowUp }

const FIRST_MS = 45_000
const SLOWEST_MS = 10 * 60_000
const SLOWER = 1.4

export const pathOf = (token: string, action = '') => `/public/follow/${encodeURIComponent(token)}${action}`

/** The complaint, looked at again now and then while the page is seen; the longer it stays open, the more rarely. */
export function useFollowUp(token: string) {
  const [state, setState] = useState<State>({ at: 'loading' })
  const wait = useRef(FIRST_MS)

  const look = useCallback(async () => {
    try {
      const found = await call<FollowUp>('GET', pathOf(token))
      setState({ at: 'open', found })
    } catch (error) {
      const isUnknown = error instanceof Refused && [400, 404, 422].includes(error.status)
      const message = error instanceof Refused ? error.message : null
      setState((before) => (before.at === 'open' ? before : isUnknown ? { at: 'unknown' } : { at: 'failed', message }))
    }
  }, [token])

  useEffect(() => {
    let timer = 0
    const plan = () => {
      clearTimeout(timer)
      timer = window.setTimeout(again, wait.current)
    }
    const again = () => {
      wait.current = Math.min(wait.current * SLOWER, SLOWEST_MS)
      if (document.visibilityState === 'visible') void look()
      plan()
    }
    const onShown = () => {
      if (document.visibilityState !== 'visible') return
      wait.current = FIRST_MS
      void look()
      plan()
    }
    void look()
    plan()
    document.addEventListener('visibilitychange', onShown)
    addEventListener('online', onShown)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShown)
      removeEventListener('online', onShown)
    }
  }, [look])

  return { state, look }
}

/** The words of a sanitised text without its marks; what is drawn is never taken for HTML. */
export function wordsOf(html: string): string {
  if (!/<\/?[a-z][^>]*>|&[#\w]+;/i.test(html)) return html.trim()
  return plainWords(html)
}
