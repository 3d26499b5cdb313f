import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { useSession } from '../../../web/session.ts'
import { About } from '../../../web/ui/about.tsx'
import { Link } from '../../../web/ui/link.tsx'
import { Failed, SkeletonLines } from '../../../web/ui/states.tsx'
import { type AskedQuestion, READ_MOST } from './answer.ts'
import { MEANS } from './meanings.ts'
import css from './results.module.css'
import { type ResultsQuery, said, textsQuery, wordsQuery } from './results-query.web.ts'

const SHOWN = 10
const MOST = 100
const WORDS = 20

/** What was written: the words most used, each with its texts, and all texts, the newest first, with a search. */
export function Texts({ asked, question }: { asked: ResultsQuery; question: AskedQuestion }) {
  const { time_zone } = useSession()
  const [typed, setTyped] = useState('')
  const [word, setWord] = useState('')
  const [shown, setShown] = useState(SHOWN)
  const [search] = useDebouncedValue(typed.trim(), 250)
  const wish = { perpage: shown, ...(word ? { word } : search && { search }) }
  const found = useQuery(textsQuery(asked, question.id, wish))
  const words = useQuery(wordsQuery(asked, question.id))
  const choose = (next: string) => {
    setWord(next === word ? '' : next)
    setTyped('')
    setShown(SHOWN)
  }
  const page = found.data
  return (
    <div className={css.texts}>
      {words.data && words.data.words.length > 0 ? (
        <div>
          <p className={css.summary}>
            <span>{t('Words most used')}</span>
            <About label={t('Words most used')}>{t(MEANS.written, { n: said(READ_MOST) })}</About>
            <small>{t('of the newest {{n}} texts', { n: said(words.data.read) })}</small>
          </p>
          <ul className={css.words}>
            {words.data.words.slice(0, WORDS).map(({ word: one, n }) => (
              <li key={one}>
                <button type="button" aria-pressed={one === word} onClick={() => choose(one)}>
                  {one} <em>{said(n)}</em>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <TextInput
        className={css.search}
        type="search"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setWord('')
          setShown(SHOWN)
        }}
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder={t('Search in the texts')}
        aria-label={t('Search in the texts of {{question}}', { question: question.text })}
      />
      {found.isError && !page ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {found.isPending ? <SkeletonLines lines={5} /> : null}
      {page && (search || word) ? (
        <p className={css.note} role="status">
          {t('{{n}} texts', { n: `${said(page.total)}${page.total_is_more ? '+' : ''}` })}
        </p>
      ) : null}
      <ul className={css.written} aria-busy={found.isPlaceholderData}>
        {page?.data.map(({ response, text, store, answered_at, score }) => (
          <li key={response}>
            <Link to={`/customer-survey-responses/update/${response}`}>{text}</Link>
            <small>
              {[
                formatMoment(new Date(answered_at), time_zone),
                store,
                score === null ? '' : t('Score {{n}}', { n: said(score) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
      {page && page.total > page.data.length && shown < MOST ? (
        <Button variant="default" size="compact-md" onClick={() => setShown(Math.min(MOST, shown + 30))}>
          {t('Show more')}
        </Button>
      ) : null}
    </div>
  )
}
