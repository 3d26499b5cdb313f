import { Button } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { membershipConsent } from '../../shared/consents/membership.ts'
import { spokenNumber } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { go } from '../../web/app/location.ts'
import { ErrorSummary } from '../../web/screens/form/error-summary.tsx'
import { FieldGroups } from '../../web/screens/form/field-groups.tsx'
import formCss from '../../web/screens/form/form.module.css'
import { useForm } from '../../web/screens/form/use-form.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import { useMay, useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { Page } from '../../web/ui/page.tsx'
import { NoPermission } from '../../web/ui/states.tsx'
import { CardReader } from './card-reader.web.tsx'
import { ConsentPanel } from './consent.web.tsx'
import css from './desk.module.css'
import { atTheDesk, CONSENTS } from './desk-fields.ts'
import { KnownMembers } from './known-members.web.tsx'
import { memberRegister } from './member-register.ts'
import { oddBelow } from './odd-member.web.ts'
import { useConsent } from './use-consent.web.ts'
import { useKnown } from './use-known.web.ts'

const { signature, card_number, ...others } = atTheDesk.fields as typeof memberRegister.fields // and those of the customer's side
/** The customer's side may be their own phone, from which the server has it. */
const AT_ONCE: Definition = {
  ...atTheDesk,
  fields: { ...others, card_number, signature: { ...signature, required: false } },
}
const WITH_CARD: Definition = {
  ...AT_ONCE,
  fields: { ...AT_ONCE.fields, card_number: { ...card_number, required: true } },
}
const EXTRA = ['terms', 'handover']

/** What the customer was not asked for yet is no mistake. */
const withoutConsents = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !CONSENTS.some((one) => one === name)))

/** Where a receptionist registers one member after the other: scan, look, phone, sign, next. */
export default function MemberDesk() {
  const may = useMay()
  const [saved, setSaved] = useState<AnyRow[]>([])
  const [last] = saved
  const next = useRef<string[]>([])
  return (
    <Page title={t('Member desk')} crumbs={[{ label: t(memberRegister.label), to: `/${memberRegister.name}` }]}>
      <p role="status" className={css.last}>
        {last ? (
          <>
            {t('Saved: {{name}}', { name: String(last.full_name) })}{' '}
            <Link to={`/${memberRegister.name}/view/${last.id}`}>
              {spokenNumber(memberRegister.fields.number, last.id)}
            </Link>
          </>
        ) : null}
      </p>
      {may(memberRegister.permission, 'add') ? (
        <Registration
          key={saved.length}
          next={next}
          onSaved={(row) => {
            setSaved((before) => [row, ...before])
            // The next one begins at the card, where the focus is by itself.
            document.getElementById('main')?.scrollTo({ top: 0 })
          }}
        />
      ) : (
        <NoPermission />
      )}
    </Page>
  )
}

function Registration({ onSaved, next }: { onSaved: (row: AnyRow) => void; next: RefObject<string[]> }) {
  const { store, role } = useSession()
  const [isCardLater, setCardLater] = useState(false)
  const form = useForm({
    definition: isCardLater ? AT_ONCE : WITH_CARD,
    row: undefined,
    extra: EXTRA,
    initial: { request_type: 'new', terms: membershipConsent.version, ...(role.scope === 'store' && { store }) },
    onSaved,
  })
  if ((form.values.card_later === true) !== isCardLater) setCardLater(form.values.card_later === true)
  const known = useKnown(form)
  const consent = useConsent(form, known.forgetAddress)
  const finish = () => {
    if (consent.isGiven) void form.save()
    else consent.ask()
  }
  const own = Object.fromEntries(
    Object.entries(form.fields).filter(
      ([name]) => !CONSENTS.some((one) => one === name) && !(name === 'store' && role.scope === 'store'),
    ),
  )
  return (
    <div className={css.desk}>
      <form
        className={formCss.form}
        data-wide
        noValidate
        aria-label={t('Member desk')}
        onSubmit={(event) => {
          event.preventDefault()
          if (event.target === event.currentTarget) finish()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) finish()
        }}
      >
        <CardReader form={form} onAddress={known.readAddress} next={next} />
        <KnownMembers form={form} found={known.found} />
        <ErrorSummary form={{ ...form, errors: consent.isGiven ? form.errors : withoutConsents(form.errors) }} />
        <FieldGroups form={{ ...form, fields: own }} below={oddBelow} isBegunAbove />
        <div className={formCss.foot} data-foot-bar>
          <Button type="submit" loading={form.isSaving || consent.isAsked} id="member-desk-save">
            {consent.isGiven ? t('Save, next member') : t('To the customer')}
          </Button>
          <Button variant="default" onClick={() => go(`/${memberRegister.name}`)}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
      <ConsentPanel consent={consent} form={form} />
    </div>
  )
}
