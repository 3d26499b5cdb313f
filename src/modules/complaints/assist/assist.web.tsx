import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconLanguage, IconListDetails, IconSparkles, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { htmlOfText } from '../../../shared/html.ts'
import { currentLanguage, type Language, t } from '../../../shared/language.ts'
import { post } from '../../../web/api.ts'
import { useCommentDraft } from '../../../web/discussion/use-comment-draft.ts'
import { changed } from '../../../web/query.ts'
import { useSession } from '../../../web/session.ts'
import { sayFailure } from '../../../web/ui/snackbar.tsx'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import css from './assist.module.css'
import type { Proposal } from './proposals.ts'

/** Asks the generative service for words about a complaint; `isAsking` ends with the answer, whatever it is. */
function useProposal(row: Complaint, what: Proposal) {
  const [isAsking, setAsking] = useState(false)
  const ask = async (): Promise<string | null> => {
    if (isAsking) return null
    setAsking(true)
    try {
      const { text } = await post<{ text: string }>(`${WIRE}/${row.id}/propose`, { what, language: currentLanguage() })
      changed(complaints.name, row.id)
      return text
    } catch (error) {
      sayFailure(error)
      return null
    } finally {
      setAsking(false)
    }
  }
  return { isAsking, ask }
}

/** A proposal in a box of its own, below the button that asks for it. */
function Proposed({
  row,
  what,
  label,
  icon,
  children,
}: {
  row: Complaint
  what: Proposal
  label: string
  icon: ReactNode
  children?: (text: string, close: () => void) => ReactNode
}) {
  const { has_provider } = useSession()
  const { isAsking, ask } = useProposal(row, what)
  const [text, setText] = useState<string | null>(null)
  if (!has_provider) return null
  const close = () => setText(null)
  return (
    <div className={css.proposal}>
      {text === null ? (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={icon}
          loading={isAsking}
          onClick={() => void ask().then(setText)}
        >
          {label}
        </Button>
      ) : (
        <section className={css.box} aria-label={label}>
          <header>
            <IconSparkles size={16} aria-hidden />
            <span>{t('Proposed by the assistant: check it before you use it')}</span>
            <ActionIcon size={28} variant="subtle" color="gray" aria-label={t('Close')} onClick={close}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </header>
          <p>{text}</p>
          {children?.(text, close)}
        </section>
      )}
    </div>
  )
}

/** So many entries make a story long. */
const LONG = 5

/** A long case in a few lines, which may become a comment once somebody has edited and sent it. */
export function CaseSummary({ row, entries }: { row: Complaint; entries: number }) {
  const [, setComment] = useCommentDraft(WIRE, row.id)
  if (entries < LONG) return null
  return (
    <Proposed row={row} what="summary" label={t('Sum up the case')} icon={<IconListDetails size={16} aria-hidden />}>
      {(text, close) => (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            setComment((now) => now + htmlOfText(text))
            close()
          }}
        >
          {t('Put it into a comment')}
        </Button>
      )}
    </Proposed>
  )
}

/** What the customer says in the reader's language, below their own words in another one. */
export function Translated({ row }: { row: Complaint }) {
  if (languageOf(row.content) === currentLanguage()) return null
  return <Proposed row={row} what="translation" label={t('Translate')} icon={<IconLanguage size={16} aria-hidden />} />
}

/** By its letters: Korean and Vietnamese have their own. */
function languageOf(text: string): Language {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return /[ăđơưạ-ỹ]/i.test(text) ? 'vi' : 'en'
}

/** Writes a proposed answer behind what stands in the mail; a person edits and sends it. */
export function ProposeAnswer({ row, onPropose }: { row: Complaint; onPropose: (html: string) => void }) {
  const { has_provider } = useSession()
  const { isAsking, ask } = useProposal(row, 'answer')
  if (!has_provider) return null
  return (
    <Tooltip label={t('Propose an answer')}>
      <ActionIcon
        aria-label={t('Propose an answer')}
        loading={isAsking}
        onClick={() => void ask().then((text) => text && onPropose(htmlOfText(text)))}
      >
        <IconSparkles size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** Notes that an answer began as a proposal, before it goes out. */
export const noteUse = (row: Complaint): Promise<null> => post(`${WIRE}/${row.id}/proposal-used`)
