import type { Look } from '../chat-events.ts'
import type { Reply } from '../reply.ts'

/** One message of the transcript (specification section 3: from, to, text, time). */
export interface Message {
  id: number
  from: 'bot' | 'me'
  text: string
  at: number
  /** What the house understood by itself. */
  reply?: Reply
  /** Words of the generative service: Markdown. */
  isGenerated?: boolean
  looks?: readonly Look[]
  /** Still coming. */
  isGrowing?: boolean
  /** It said more than is taken. */
  isCut?: boolean
  isTrouble?: boolean
  /** What became of what was to be confirmed; 'sent' until the answer. */
  outcome?: 'sent' | 'confirmed' | 'cancelled' | 'changed'
}

let last = 0
export const newMessage = (from: Message['from'], text: string, more: Partial<Message> = {}): Message => ({
  id: ++last,
  from,
  text,
  at: Date.now(),
  ...more,
})
