import { useCallback, useEffect, useState } from 'react'
import type { KeptFile, Rebuff } from '../../outbox/outbox.ts'
import { forget, recallAll } from '../keep.ts'
import { startProof } from '../proof/proof.ts'
import { focusField } from '../ui/error-summary.tsx'
import { begin, type Draft, draftAgain, draftKeys, forgetDraft, readDraft, setAside, writeDraft } from './draft.ts'
import type { Asked, FormKind } from './kind.ts'
import { letterAgain, letters, type Receipt } from './outbox.ts'
import type { Outbox } from './use-outbox.ts'

/** What the page of a form shows; a form may be a letter that came back. */
type Stage<V> =
  | { at: 'form'; draft: Draft<V>; refusal?: Rebuff }
  | { at: 'kept'; key: string }
  | { at: 'thanks'; receipt: Receipt }

/** A step further than any: the form then stands at the first step that has something wrong. */
const LAST_STEP = 99

/** Where the page of a form is between empty form and thanks, and what leads from one to the other. */
export function useStage<V extends Asked>(kind: FormKind<V>, { notes, look, drop }: Outbox) {
  const [stage, setStage] = useState<Stage<V>>(() => {
    const sent = kind.isOnce ? notes.find(({ form }) => form === kind.name) : undefined
    return sent ? { at: 'kept', key: sent.key } : { at: 'form', draft: begin(kind) }
  })

  useEffect(() => {
    void tidy(kind).then((gone) => {
      const isGone = (before: Stage<V>) => before.at === 'form' && before.draft.key === gone
      setStage((before) => (isGone(before) ? { at: 'form', draft: begin(kind) } : before))
    })
  }, [kind])

  const open = useCallback(
    (draft: Draft<V>, refusal?: Rebuff) => {
      startProof()
      setStage({ at: 'form', draft, refusal })
      const first = kind.order.find((name) => refusal?.fields[name])
      requestAnimationFrame(() => (first ? focusField(first) : scrollTo(0, 0)))
    },
    [kind],
  )
  const again = () => open(begin(kind))
  const finish = (next: Stage<V>) => {
    forgetDraft(kind)
    setStage(next)
    scrollTo(0, 0)
    void look()
  }
  const clear = () => {
    if (stage.at !== 'form') return
    forgetDraft(kind)
    void forgetFilesOf(stage.draft.key)
    if (stage.refusal) void drop(stage.draft.key)
    again()
  }
  /** Opens a letter that came back, on its own form's page. */
  const mend = useCallback(
    async (key: string) => {
      const letter = await letterAgain(key).catch(() => undefined)
      if (!letter?.refusal) return look()
      if (letter.key !== key) void look()
      const step = Object.keys(letter.refusal.fields).length > 0 ? LAST_STEP : 0
      const draft = { ...letter.draft, step }
      if (letter.form === kind.name) {
        const mended = draftAgain(kind, draft)
        if (readDraft(kind).key !== key) setAside(kind)
        return open(mended, letter.refusal)
      }
      setAside({ name: letter.form })
      writeDraft({ name: letter.form, private: letter.private }, draft)
      location.assign(letter.page)
    },
    [kind, look, open],
  )
  useEffect(() => {
    const isMended = stage.at === 'form' && stage.refusal !== undefined
    const key = stage.at === 'form' ? stage.draft.key : stage.at === 'kept' ? stage.key : null
    const note = isMended ? undefined : notes.find((one) => one.key === key)
    if (note?.reason !== undefined) void mend(note.key)
    else if (note?.receipt && stage.at === 'kept') {
      setStage({ at: 'thanks', receipt: note.receipt })
      void drop(note.key)
    }
  }, [stage, notes, mend, drop])

  return { stage, again, clear, mend, finish }
}

/** A draft that is already on its way, or has arrived, is not shown again: its key. Files that belong to nothing are let go. */
async function tidy<V extends Asked>(kind: FormKind<V>): Promise<string | null> {
  const known = await letters()
  const { key } = readDraft(kind)
  const isOnItsWay = known.some((letter) => letter.key === key && !letter.refusal)
  if (isOnItsWay) forgetDraft(kind)
  const used = new Set(known.flatMap(({ files }) => files.map((file) => file.key)))
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
