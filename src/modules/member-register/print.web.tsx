import { useQuery } from '@tanstack/react-query'
import { surveysConsent } from '../../shared/consents/member-surveys.ts'
import { membershipConsent, offersConsent } from '../../shared/consents/membership.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { consentsOf } from '../../web/screens/form/consents.tsx'
import type { AnyRow, PageParams } from '../../web/screens/module.ts'
import { PaperScreen } from '../../web/screens/paper.tsx'
import { useSession } from '../../web/session.ts'
import { Terms } from './consent-words.web.tsx'
import { memberRegister } from './member-register.ts'

/** A registration as the sheet that a member signs: who they are, and what they agreed to in its words. */
const PrintMember = ({ params }: PageParams) => (
  <PaperScreen
    definition={memberRegister}
    kind="Membership form"
    id={params.id}
    omits={isUnprinted}
    signed={['Customer', 'Staff in charge']}
    after={(row) => <Agreed row={row} />}
  />
)
export default PrintMember

/** What the house notes for itself; and the signature, for which there is a place. */
const isUnprinted = (name: string): boolean => /^(number|signature|form|warnings|status|completed)/.test(name)

const CONSENTS = [membershipConsent, offersConsent, surveysConsent]

function Agreed({ row }: { row: AnyRow }) {
  const { time_zone } = useSession()
  const { data } = useQuery(consentsOf(memberRegister, row.id))
  const given = data?.data.filter(({ withdrawn_at }) => !withdrawn_at) ?? []
  if (given.length === 0) return null
  return (
    <section>
      <h3>{t('Consents')}</h3>
      {given.map(({ purpose, version, given_at }) => (
        <div key={purpose}>
          <p>
            <b>{t(purpose)}</b> · {t('Version {{version}}, {{at}}', { version, at: formatMoment(given_at, time_zone) })}
          </p>
          <Terms words={CONSENTS.find((one) => one.purpose === purpose && one.version === version)?.words ?? []} />
        </div>
      ))}
    </section>
  )
}
