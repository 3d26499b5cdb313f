import { t } from '../../shared/language.ts'
import { inputId } from '../../web/fields/inputs/frame.tsx'
import type { Form } from '../../web/screens/form/use-form.ts'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { FormScreen } from '../../web/screens/screens.ts'
import css from './canned-replies.module.css'
import { BODIES, cannedReplies } from './canned-replies.ts'
import { VARIABLES } from './variables.ts'

/** A canned reply with the variables it may hold at hand. */
const ReplyForm = ({ params }: PageParams) => (
  <FormScreen definition={cannedReplies} id={params.id} besideField={besideField} />
)

const besideField = (name: string, form: Form) =>
  BODIES.some((body) => body === name) ? <Variables name={name} form={form} /> : null

function Variables({ name, form }: { name: string; form: Form }) {
  return (
    <fieldset className={css.variables} aria-label={t('Insert a value that is filled in when the reply is used')}>
      {VARIABLES.map((variable) => (
        <button key={variable.name} type="button" onClick={() => insert(form, name, `{${variable.name}}`)}>
          {t(variable.label)}
        </button>
      ))}
    </fieldset>
  )
}

/** Puts words where the caret stands, and the caret behind them. */
function insert(form: Form, name: string, words: string): void {
  const field = document.getElementById(inputId(name))
  const held = typeof form.values[name] === 'string' ? form.values[name] : ''
  if (!(field instanceof HTMLTextAreaElement)) return
  const { selectionStart: from, selectionEnd: to } = field
  form.set(name, held.slice(0, from) + words + held.slice(to))
  requestAnimationFrame(() => {
    field.focus()
    field.setSelectionRange(from + words.length, from + words.length)
  })
}

export default { pages: { create: ReplyForm, 'update/$id': ReplyForm } } satisfies ModuleWeb
