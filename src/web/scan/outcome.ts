import type { ReactNode } from 'react'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'

/** How a scan ended; `kept`: done, and waits on the device for a connection. */
export type OutcomeState = 'done' | 'kept' | 'already' | 'unknown' | 'refused'

/** What a screen answers a scan with. */
export interface Outcome {
  state: OutcomeState
  /** One line, translated: what was found, or why not. The code itself unless said. */
  message?: string
  /** More, below it. */
  more?: ReactNode
}

export type Way = 'scanner' | 'camera' | 'typed'

/** The word beside the colour. */
export const wordOf = (state: OutcomeState): string =>
  ({
    done: t('Done'),
    kept: t('Kept on this device'),
    already: t('Already done'),
    unknown: t('Unknown code'),
    refused: t('Refused'),
  })[state]

/** Done before: by whom and when; `what` it is, before that. */
export function alreadyBy(name: string | null, at: string, zone: string, what?: string): Outcome {
  const moment = formatMoment(at, zone)
  const done = name ? t('By {{name}}, {{at}}', { name, at: moment }) : moment
  return { state: 'already', message: what ? `${what} · ${done}` : done }
}
