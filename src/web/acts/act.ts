import type { Letter } from '../outbox/outbox.ts'

/** Something that a member of staff did, on its way to the server (docs/decisions/staff-outbox.md). */
export interface Act extends Letter {
  /** Who did it: nobody else sends it, nor sees it. */
  by: string
  /** When, by the server's clock as far as the device knew it. */
  done_at: number
  /** What it is called, packed: it may be read in another language. */
  label: string
  /** The record or the thing it is about, e.g. `goods-delivery/7`: one that fails holds up the later ones about it, and no others. */
  about: string
  /** The module whose lists it changes. */
  module: string
  /** The screen on which it is corrected. */
  page: string
  /** POST unless said. */
  method?: 'PUT'
}

/** What a screen gives to `useActs().send`. */
export interface NewAct extends Pick<Act, 'path' | 'label' | 'about' | 'module' | 'method'> {
  body?: object
  /** Photos by the field they are for, a list each unless there can be one only. */
  files?: readonly { field: string; file: File; isOnly?: boolean }[]
  /** The screen on which it can be corrected; the one that is shown unless said. */
  page?: string
  /** The act it corrects, which goes; its time stays. */
  instead?: Act
  /** ms after which the screen goes on and the act goes on by itself; 6,000 unless said. */
  patience?: number
  /** Aborted once what sent it has left the screen: nobody reads its refusal there. */
  left?: AbortSignal
}

/** `kept`: not on the server yet, but on the device; `answer` is null where another window has sent it. */
export type Sending<R> = { state: 'sent'; answer: R | null } | { state: 'kept'; act: Act }

/** In the address of a screen: the act that it is to correct. */
export const CORRECT = 'correct'
