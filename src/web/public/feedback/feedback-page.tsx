import '../styles/feedback.css'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { KeptFile } from '../attachments/use-attachments.ts'
import { forget, recallAll } from '../keep.ts'
import { startProof } from '../proof/proof.ts'
import { Page } from '../ui/page.tsx'
import { type Draft, emptyDraft, forgetDraft, readDraft } from './draft.ts'
import { FeedbackForm } from './feedback-form.tsx'
import { Intro } from './intro.tsx'
import { letters, type Receipt } from './outbox.ts'
import { OutboxNotes } from './outbox-notes.tsx'
import { Kept, Thanks } from './thanks.tsx'
import { useOutbox } from './use-outbox.ts'

type Stage = { at: 'form'; draft: Draft } | { at: 'kept'; key: string } | { at: 'thanks'; receipt: Receipt }

/** The open form: fill in, send, be thanked; without a connection the letter is kept and goes out by itself. */
export default function FeedbackPage() {
  const [stage, setStage] = useState<Stage>(() => ({ at: 'form', draft: readDraft() }))
  const held = useRef<string | null>(null)
  const outbox = useOutbox(held)
  useEffect(() => {
    startProof()
    void tidy(setStage)
  }, [])

  const open = (draft: Draft) => {
    startProof()
    setStage({ at: 'form', draft })
    scrollTo(0, 0)
  }
  const finish = (next: Stage) => {
    forgetDraft()
    setStage(next)
    scrollTo(0, 0)
    void outbox.look()
  }
  const arrived = stage.at === 'kept' ? outbox.sent.find(({ key }) => key === stage.key) : undefined
  const receipt = arrived?.receipt ?? (stage.at === 'thanks' ? stage.receipt : null)
  const isBackAgain = (key: string) => stage.at === 'kept' && stage.key === key

  return (
    <Page title={t('Feedback')} className={stage.at === 'form' ? 'feedback' : 'feedback is-done'}>
      <OutboxNotes
        waiting={outbox.waiting.filter((key) => !isBackAgain(key))}
        sent={outbox.sent.filter(({ key }) => !isBackAgain(key))}
        refused={outbox.refused}
        onDismiss={outbox.dismiss}
        onEdit={({ key, draft }) => {
          outbox.dismiss(key)
          open(draft)
        }}
      />
      {stage.at === 'form' && (
        <div className="feedback-columns">
          <Intro />
          <FeedbackForm
            key={stage.draft.key}
            initial={stage.draft}
            held={held}
            onSent={(found) => finish({ at: 'thanks', receipt: found })}
            onKept={(key) => finish({ at: 'kept', key })}
          />
        </div>
      )}
      {receipt && <Thanks receipt={receipt} onAgain={() => open(emptyDraft())} />}
      {stage.at === 'kept' && !receipt && <Kept onAgain={() => open(emptyDraft())} />}
    </Page>
  )
}

/** A draft that is already on its way is not shown again; files that belong to nothing are let go. */
async function tidy(setStage: (change: (before: Stage) => Stage) => void): Promise<void> {
  const waiting = await letters()
  const draft = readDraft()
  if (waiting.some(({ key }) => key === draft.key)) {
    forgetDraft()
    setStage((before) =>
      before.at === 'form' && before.draft.key === draft.key ? { at: 'form', draft: emptyDraft() } : before,
    )
  }
  const used = new Set(waiting.flatMap(({ files }) => files.map(({ key }) => key)))
  const kept = await recallAll<KeptFile>('files').catch(() => [])
  for (const file of kept)
    if (file.draft !== draft.key && !used.has(file.key)) await forget('files', file.key).catch(() => {})
}
