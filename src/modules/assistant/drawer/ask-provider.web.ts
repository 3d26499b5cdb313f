import { currentLanguage, t } from '../../../shared/language.ts'
import { fetchRaw } from '../../../web/api.ts'
import type { ChatEvent } from '../chat-events.ts'

export interface Turn {
  messages: readonly { from: 'me' | 'bot'; text: string }[]
  marks: readonly { mark: string; value: string }[]
  page: string
}

/** Asks the generative service by our server, and hands over each piece of the answer as it comes; a refusal is thrown as by any call. */
export async function askProvider(turn: Turn, take: (event: ChatEvent) => void, signal: AbortSignal): Promise<void> {
  const response = await fetchRaw('assistant/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...turn, language: currentLanguage() }),
    signal,
  })
  if (!response.body) throw new Error('The answer is empty')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let held = ''
  let isOver = false
  const line = (text: string) => {
    if (text === '') return
    const event = JSON.parse(text) as ChatEvent // our own server's lines
    isOver ||= event.kind === 'end' || event.kind === 'trouble'
    take(event)
  }
  for (;;) {
    const { done, value = '' } = await reader.read()
    const lines = (held + value).split('\n')
    held = lines.pop() ?? ''
    for (const one of lines) line(one)
    if (done) break
  }
  // The line broke in the middle of an answer.
  if (!isOver) take({ kind: 'trouble', words: t('Something went wrong') })
}
