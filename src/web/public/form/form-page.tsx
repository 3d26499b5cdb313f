import '../styles/form.css'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { KeptFile } from '../attachments/kept-file.ts'
import { forget, recallAll } from '../keep.ts'
import { startProof } from '../proof/proof.ts'
import { Page } from '../ui/page.tsx'
import { type Draft, draftKeys, emptyDraft, forgetDraft, readDraft, writeDraft } from './draft.ts'
import { Kept } from './ending.tsx'
import type { Asked, FormKind } from './kind.ts'
import { type Letter, letters, type Receipt } from './outbox.ts'
import { OutboxNotes } from './outbox-notes.tsx'
import type { FormProps } from './use-form.ts'
import { useOutbox } from './use-outbox.ts'

interface Props<V extends Asked> {
  kind: FormKind<V>
  title: string
  intro: ReactNode
  form: ComponentType<FormProps<V>>
  thanks: (receipt: Receipt, onAgain: () => void) => ReactNode
}

type Stage<V> = { at: 'form'; draft: Draft<V> } | { at: 'kept'; key: string } | { at: 'thanks'; receipt: Receipt }

/** A public form: fill in, send, be thanked; without a connection the letter is kept and goes out by itself. */
export function FormPage<V extends Asked>({ kind, title, intro, form: Form, thanks }: Props<V>) {
  const [stage, setStage] = useState<Stage<V>>(() => ({ at: 'form', draft: readDraft(kind) }))
  const held = useRef<string | null>(null)
  const outbox = useOutbox(held)
  useEffect(() => {
    startProof()
    void tidy(kind).then((gone) => {
      const isGone = (before: Stage<V>) => before.at === 'form' && before.draft.key === gone
      setStage((before) => (isGone(before) ? { at: 'form', draft: emptyDraft(kind) } : before))
    })
  }, [kind])

  const open = (draft: Draft<V>) => {
    startProof()
    setStage({ at: 'form', draft })
    scrollTo(0, 0)
  }
  const again = () => open(emptyDraft(kind))
  const finish = (next: Stage<V>) => {
    forgetDraft(kind)
    setStage(next)
    scrollTo(0, 0)
    void outbox.look()
  }
  const edit = (letter: Letter) => {
    outbox.dismiss(letter.key)
    const draft = { ...letter.draft, step: 0 }
    if (letter.form === kind.name) return open(draft as Draft<V>) // this form wrote it
    writeDraft({ name: letter.form, private: letter.private }, draft) // as their own form named them
    location.assign(letter.page)
  }
  const arrived = stage.at === 'kept' ? outbox.sent.find(({ key }) => key === stage.key) : undefined
  const receipt = arrived?.receipt ?? (stage.at === 'thanks' ? stage.receipt : null)
  const isBackAgain = (key: string) => stage.at === 'kept' && stage.key === key

  return (
    <Page title={title} className={stage.at === 'form' ? 'form-page' : 'form-page is-done'}>
      <OutboxNotes
        waiting={outbox.waiting.filter((key) => !isBackAgain(key))}
        sent={outbox.sent.filter(({ key }) => !isBackAgain(key))}
        refused={outbox.refused}
        onDismiss={outbox.dismiss}
        onEdit={edit}
      />
      {stage.at === 'form' && (
        <div className="form-columns">
          {intro}
          <Form
            key={stage.draft.key}
            kind={kind}
            initial={stage.draft}
            held={held}
            onSent={(found) => finish({ at: 'thanks', receipt: found })}
            onKept={(key) => finish({ at: 'kept', key })}
            onClear={() => {
              forgetDraft(kind)
              void forgetFilesOf(stage.draft.key)
              again()
            }}
          />
        </div>
      )}
      {receipt && thanks(receipt, again)}
      {stage.at === 'kept' && !receipt && <Kept onAgain={again} />}
    </Page>
  )
}

/** A draft that is already on its way is not shown again: its key. Files that belong to nothing are let go. */
async function tidy<V extends Asked>(kind: FormKind<V>): Promise<string | null> {
  const waiting = await letters()
  const { key } = readDraft(kind)
  const isOnItsWay = waiting.some((letter) => letter.key === key)
  if (isOnItsWay) forgetDraft(kind)
  const used = new Set(waiting.flatMap(({ files }) => files.map((file) => file.key)))
  const drafts = draftKeys()
  const kept = await recallAll<KeptFile>('files').catch(() => [])
  for (const file of kept)
    if (!drafts.has(file.draft) && !used.has(file.key)) await forget('files', file.key).catch(() => {})
  return isOnItsWay ? key : null
}

async function forgetFilesOf(draft: string): Promise<void> {
  const kept = await recallAll<KeptFile>('files').catch(() => [])
  for (const file of kept) if (file.draft === draft) await forget('files', file.key).catch(() => {})
}
