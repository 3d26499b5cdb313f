import { useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { Errors } from '../../../web/public/form/errors.ts'
import type { ValuesOf } from '../../../web/public/form/kind.ts'
import type { QuestionProps } from '../../../web/public/form/question.tsx'
import type { Form, PartProps } from '../../../web/public/form/use-form.ts'
import { work } from '../../../web/public/proof/proof.ts'
import { call, Refused } from '../../../web/public/request.ts'
import { Icon } from '../../../web/public/ui/icon.tsx'
import type { memberRegistration } from './member-registration.public.ts'

/** The two that together say whether somebody is registered; told beside the one that completed them. */
type Asked = 'identity_number' | 'phone'

/** The card's number and the code of staff are asked for only where they apply. */
export type Member = ValuesOf<typeof memberRegistration.fields> & { is_staff: boolean }

export interface MemberPart extends PartProps<Member> {
  /** The field beside which it is said that they are registered already. */
  registeredBy?: Asked
}

/** A citizen's number is complete with its last digit; of other papers nobody knows but who types. */
const SOON_MS = 300
const LATER_MS = 2000

/**
 * The form as its parts see it, with the server's word that such a registration is there already, as soon as phone and number
 * are complete. Each pair is asked about once: the server answers seldom, and without an answer the form is simply sent.
 */
export function useRegistered(form: Form<Member>): MemberPart {
  const { kind, values, rules } = form
  const { phone, identity_number, document, request_type } = values
  const [answers, setAnswers] = useState<Record<string, Asked | null>>({})
  const now = useRef({ rules, values })
  now.current = { rules, values }
  const typed = useTypedLast(phone, identity_number)
  const pair = request_type === 'new' && phone && identity_number ? `${phone} ${document} ${identity_number}` : ''
  const isKnown = pair in answers

  useEffect(() => {
    if (!pair || isKnown) return
    let isGone = false
    const ask = async () => {
      const { errorOf } = await now.current.rules()
      const asked = now.current.values
      if (isGone || (errorOf('phone', asked) ?? errorOf('identity_number', asked))) return
      const exists = await isRegistered(kind.path, asked).catch(() => false)
      setAnswers((before) => ({ ...before, [pair]: exists ? typed.current : null }))
    }
    const timer = setTimeout(() => void ask(), document === 'citizen' ? SOON_MS : LATER_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [pair, isKnown, document, kind.path, typed])

  const registeredBy = answers[pair]
  if (!registeredBy) return form
  const said: Errors = { [registeredBy]: t('The registration form you submitted already exists.') }
  return { ...form, errors: { ...form.errors, ...said }, registeredBy }
}

function useTypedLast(phone: string, identity_number: string) {
  const field = useRef<Asked>('phone')
  const before = useRef({ phone, identity_number })
  useEffect(() => {
    if (phone !== before.current.phone) field.current = 'phone'
    else if (identity_number !== before.current.identity_number) field.current = 'identity_number'
    before.current = { phone, identity_number }
  }, [phone, identity_number])
  return field
}

/** The way on for somebody who is registered: a tap, not a dead end. */
export function OtherRequest({
  part,
  field,
}: {
  part: QuestionProps['part'] & Pick<MemberPart, 'registeredBy'>
  field: Asked
}) {
  return (
    <div role="status" className="way-on">
      {part.registeredBy === field && (
        <>
          <p className="hint">{t('Is your card lost, or have your details changed?')}</p>
          <button type="button" className="button is-quiet" onClick={() => part.change({ request_type: 'reissue' })}>
            <Icon name="refresh" size={20} stroke={1.75} />
            {t('Card lost or broken')}
          </button>
          <button type="button" className="button is-quiet" onClick={() => part.change({ request_type: 'change' })}>
            <Icon name="checklist" size={20} stroke={1.75} />
            {t('Change of information')}
          </button>
        </>
      )}
    </div>
  )
}

/** After a few questions the server wants to see work for each, as it does for a form; from then on each brings it at once. */
let isWorkWanted = false

async function isRegistered(path: string, { phone, identity_number }: Member): Promise<boolean> {
  const ask = async () => {
    const body = { phone, identity_number, ...(isWorkWanted && (await work())) }
    return (await call<{ exists: boolean }>('POST', `${path.replace('/public', '')}/check-is-exists`, { body })).exists
  }
  return ask().catch((error: unknown) => {
    if (!(error instanceof Refused && 'challenge' in error.fields)) throw error
    isWorkWanted = true
    return ask()
  })
}
