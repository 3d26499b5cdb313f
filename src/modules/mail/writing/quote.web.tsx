import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { t } from '../../../shared/language.ts'
import { MailFrame } from '../reading/frame.web.tsx'
import { fetchQuote } from './start.web.ts'
import css from './writing.module.css'
import { place, type Writing, write, writingOf } from './writings.web.ts'

/** What is answered stands folded behind one's own words; it can be left out. */
export function Quote({ writing }: { writing: Writing }) {
  return (
    <details className={css.quote}>
      <summary title={t('Show what is quoted')}>•••</summary>
      <div>
        <Button size="compact-xs" variant="subtle" onClick={() => write(writing.key, { quote: '' })}>
          {t('Leave out what is quoted')}
        </Button>
        <MailFrame label={t('What is quoted')} html={writing.quote ?? ''} text="" hasPictures={false} />
      </div>
    </details>
  )
}

/** A quote too long for the device is fetched again after a reload. */
export function useQuoteAgain(writing: Writing): void {
  const { key, quote } = writing
  useEffect(() => {
    if (quote !== null) return
    const now = writingOf(key)
    if (now)
      void fetchQuote(now).then(
        (found) => place(key, { quote: found }),
        () => undefined,
      )
  }, [key, quote])
}
