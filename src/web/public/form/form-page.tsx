import '../styles/form.css'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { fetchAhead } from '../lookups.ts'
import { keepForOffline } from '../offline/register.ts'
import { inWorker } from '../proof/in-worker.ts'
import { solveBy, startProof } from '../proof/proof.ts'
import { Page } from '../ui/page.tsx'
import { Kept } from './ending.tsx'
import type { Asked, FormKind } from './kind.ts'
import type { Receipt } from './outbox.ts'
import { OutboxNotes } from './outbox-notes.tsx'
import type { FormProps } from './use-form.ts'
import { useOutbox } from './use-outbox.ts'
import { useStage } from './use-stage.ts'

interface Props<V extends Asked> {
  kind: FormKind<V>
  title: string
  intro: ReactNode
  form: ComponentType<FormProps<V>>
  thanks: (receipt: Receipt, onAgain: () => void) => ReactNode
}

solveBy(inWorker)

/** A public form: fill in, send, be thanked; without a connection the letter is kept and goes out by itself. */
export function FormPage<V extends Asked>({ kind, title, intro, form: Form, thanks }: Props<V>) {
  const held = useRef<string | null>(null)
  const outbox = useOutbox(held)
  const { stage, again, clear, mend, finish } = useStage(kind, outbox)
  useEffect(() => {
    startProof()
    keepForOffline()
    for (const path of kind.ahead) fetchAhead(path)
  }, [kind])

  const shown = stage.at === 'form' ? stage.draft.key : stage.at === 'kept' ? stage.key : null
  return (
    <Page title={title} className={stage.at === 'form' ? 'form-page' : 'form-page is-done'}>
      <OutboxNotes
        notes={outbox.notes.filter(({ key }) => key !== shown)}
        onDrop={(key) => void outbox.drop(key)}
        onMend={(key) => void mend(key)}
      />
      {stage.at === 'form' && (
        <div className="form-columns">
          {intro}
          <Form
            key={`${stage.draft.key} ${stage.refusal ? 'again' : ''}`}
            kind={kind}
            initial={stage.draft}
            refusal={stage.refusal}
            held={held}
            onSent={(receipt) => finish({ at: 'thanks', receipt })}
            onKept={(key) => finish({ at: 'kept', key })}
            onClear={clear}
          />
        </div>
      )}
      {stage.at === 'thanks' && thanks(stage.receipt, again)}
      {stage.at === 'kept' && <Kept onAgain={kind.isOnce ? undefined : again} />}
    </Page>
  )
}
