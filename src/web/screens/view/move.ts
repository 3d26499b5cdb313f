import { askedFields, isAllowed, type Step } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { SCREEN_REFUSALS, type ScreenRefusalName } from '../../../shared/screen-refusals.ts'
import { fetchAhead } from '../../ahead.ts'
import { ApiRefusal } from '../../api.ts'
import type { Draft } from '../../fields/values.ts'
import { client, keys } from '../../query.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { inFrame } from '../../ui/dialogs/dialog-frame.ts'
import { sayFailure, snackbar } from '../../ui/snackbar.tsx'
import { type AskedFields, askFields, loadFieldsDialog } from '../form/fields-dialog.tsx'
import type { AnyRow } from '../module.ts'
import { act, caughtUp } from '../record-acts.ts'

/** Where a module takes the steps of its flow otherwise than every other. */
export interface StepWays {
  /** The record as it is known now, where that may be newer than the one on the screen. */
  latest?: (row: AnyRow) => AnyRow
  /** Why the server would refuse a step, said before anything is asked. */
  refusal?: (row: AnyRow, name: string) => ScreenRefusalName | null
  /** What likely answers some of what a step asks, in its place before the dialog opens. */
  proposed?: (row: AnyRow, name: string) => Promise<Draft | undefined>
  /** An input of its own for some of what a step asks, there before the dialog is. */
  joint?: (row: AnyRow, name: string) => Promise<AskedFields['joint']>
  /** What the record shows before the server has answered, where nothing is asked. */
  expected?: (step: Step) => object | undefined
  /** Hears which step was taken. */
  done?: (name: string) => void
  /** A refusal as the dialog of a step says it. */
  explain?: (error: unknown, row: AnyRow) => unknown
  /** Says a refusal where there is no dialog, with a way to try again where the step is still open. */
  tell?: (error: unknown, row: AnyRow, again: (() => void) | undefined) => void
}

interface MoveOptions {
  ways?: StepWays
  /** Hears of the record as it then stands, also where the step is taken back. */
  onMoved?: (row: AnyRow) => void
}

/** Takes a step of a record's flow: asks for what it needs, and says what became of it. Answers whether it was taken. */
export async function move(
  definition: Definition,
  row: AnyRow,
  name: string,
  step: Step,
  options: MoveOptions = {},
): Promise<boolean> {
  const { ways = {}, onMoved } = options
  const latest = (of: AnyRow) => ways.latest?.(of) ?? of
  const isOpen = (of: AnyRow) => isAllowed(step, String(of[definition.flow?.field ?? '']))
  const refusal = ways.refusal?.(latest(row), name)
  if (refusal) {
    snackbar(t(SCREEN_REFUSALS[refusal].text), { variant: 'alert', colour: 'warn' })
    return false
  }
  let moved = row
  const send = async (seen: AnyRow, values: object) => {
    const body = { ...values, ...(!step.repeats && { version: seen.version }) }
    moved = await overruling(step, body, (said) => act(definition, seen.id, name, said))
    onMoved?.(moved)
  }
  const done = () => {
    const { undo = '' } = step
    const back = definition.flow?.steps[undo]
    tellMoved(
      definition,
      row,
      step,
      back && (() => void move(definition, latest(moved), undo, back, { ways, onMoved })),
    )
    ways.done?.(name)
    return true
  }
  if (step.asks?.length) {
    let seen = latest(row)
    const words = wordsOf(definition, row, step)
    fetchAhead(loadFieldsDialog)
    const found = await inFrame(words.title, () => Promise.all([ways.joint?.(seen, name), ways.proposed?.(seen, name)]))
    if (!found) return false
    const [joint, proposed] = found
    const isSent = await askFields({
      ...words,
      ...asked(definition, seen, step, proposed),
      ...(joint && { joint }),
      draftKey: `${definition.name}/${seen.id}/${name}`,
      // What is sent is of the record as it stood when the dialog opened, or when it was last told that somebody was quicker; one's own acts apart.
      onSubmit: async (values) => {
        seen = await caughtUp(definition, seen)
        await send(seen, values).catch((error: unknown) => {
          const said = ways.explain?.(error, row) ?? error
          if (error instanceof ApiRefusal && error.status === 409) seen = latest(row)
          throw said
        })
      },
    })
    return isSent && done()
  }
  if (step.tone === 'danger') {
    const { status } = await confirm({ ...wordsOf(definition, row, step), danger: true })
    if (status !== 1) return false
  }
  return atOnce()

  async function atOnce(): Promise<boolean> {
    const known = latest(row)
    const seen = await caughtUp(definition, known)
    // One's own act before it has brought the record there, or past it.
    if (seen !== known && !isOpen(seen)) return false
    const showAgain = shown(definition, row, ways.expected?.(step))
    try {
      await send(seen, {})
      return done()
    } catch (error) {
      showAgain()
      const tell = ways.tell ?? sayFailure
      tell(error, row, isOpen(latest(row)) ? () => void atOnce() : undefined)
      return false
    }
  }
}

/** A refusal that may be overruled is a question: whoever says yes sends the same again, and says so in it. */
export async function overruling<R>(
  { overrules, label }: Step,
  body: object,
  send: (body: object) => Promise<R>,
): Promise<R> {
  try {
    return await send(body)
  } catch (error) {
    if (!overrules || !(error instanceof ApiRefusal) || error.code !== SCREEN_REFUSALS[overrules.refusal].code)
      throw error
    const { status } = await confirm({ title: t(label), description: error.message, submit: t('Go on all the same') })
    if (status !== 1) throw error
    return send({ ...body, [overrules.by]: true })
  }
}

/** Shows what is expected of a record; answers how to show it as it was. */
function shown({ wire }: Definition, { id }: AnyRow, expected: object | undefined): () => void {
  const key = keys.record(wire, id)
  const before = client.getQueryData<AnyRow>(key)
  if (!before || !expected) return () => undefined
  client.setQueryData(key, { ...before, ...expected })
  return () => void client.setQueryData(key, before)
}

const calledBy = ({ flow, title }: Definition, { dialog }: Step): string => dialog?.name ?? flow?.name ?? title
const calledOf = (definition: Definition, row: AnyRow, step: Step): string =>
  String(row[calledBy(definition, step)] ?? `#${row.id}`)

function wordsOf(definition: Definition, row: AnyRow, step: Step) {
  const { question, description } = step.dialog ?? {}
  const called = calledOf(definition, row, step)
  return {
    title: question ? `${t(question)} ${called}` : `${t(step.label)} · ${called}`,
    ...(description && { description: t(description) }),
    submit: t(step.label),
  }
}

/** What a step asks for, with what is proposed for it, or the record holds of it. */
function asked(definition: Definition, row: AnyRow, step: Step, proposed: Draft = {}) {
  const fields = askedFields(definition, step)
  const held: Draft = { ...(!step.dialog?.isEmpty && row), ...proposed }
  return { fields, values: Object.fromEntries(Object.keys(fields).map((field) => [field, held[field] ?? null])) }
}

function tellMoved(definition: Definition, row: AnyRow, step: Step, undo: (() => void) | undefined): void {
  const called = calledOf(definition, row, step)
  const reached = definition.fields[definition.flow?.field ?? '']?.of?.find((one) => one.value === step.to)
  const state = reached ? t(reached.label) : t('Saved')
  const isNamed = calledBy(definition, step) !== definition.title
  const named = isNamed ? t('{{number}}: {{state}}', { number: called, state }) : state
  snackbar(step.message ? t(step.message, { name: called, number: called }) : named, {
    variant: 'alert',
    // What went wrong out there is no success, though it is written down.
    colour: reached?.tone === 'bad' ? 'warn' : 'ok',
    ...(undo && { action: { label: t('Undo'), run: undo } }),
  })
}
