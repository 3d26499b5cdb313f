import type { AppContext } from '#server/app-context.ts'
import type { Tool } from '#server/provider/talk.ts'
import type { Language } from '../../../shared/language.ts'
import { languageWord } from '../../../shared/language-word.ts'
import { LOOKS_MOST } from '../chat-events.ts'
import briefing from './briefing.json' with { type: 'json' }

/** What the service may look at: nothing that changes anything, and nothing that the asker may not see themselves. */
export const TOOLS: readonly Tool[] = briefing.tools

/** How it is to answer. What it may do does not hang on its obeying: the tools only read, with the asker's rights. */
export function rulesOf({ config, clock }: AppContext, language: Language, page: string): string {
  const gaps: Record<string, string> = {
    chain: config.chainName ?? 'a retail chain',
    language: languageWord(language, 'en'),
    now: new Date(clock.now()).toISOString(),
    zone: config.timezone,
    page: page || '/',
    looks: String(LOOKS_MOST),
  }
  return briefing.rules.join('\n').replace(/\{\{(\w+)\}\}/g, (gap, name: string) => gaps[name] ?? gap)
}
