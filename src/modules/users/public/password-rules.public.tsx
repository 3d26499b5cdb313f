import { t } from '../../../shared/language.ts'
import { PASSWORD_LEAST, PASSWORD_MOST, STRENGTH_LABELS, strengthOf } from '../../../shared/users/password.ts'
import { Icon } from '../../../web/public/ui/icon.tsx'

/** What everybody knows of the person, where it is known. */
export type About = readonly (string | null)[]

/** The rules, ticked off while typing, and how strong the password is. */
export function PasswordRules({ password, about }: { password: string; about: About }) {
  const { level, isLongEnough, isTooLong, isCommon, isPersonal } = strengthOf(password, about)
  return (
    <div className="rules">
      <div className={`strength is-${level}`}>
        <span className="strength-bar" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </span>
        <span className="strength-word" role="status">
          {level > 0 && t('Strength: {{level}}', { level: t(STRENGTH_LABELS[level]) })}
        </span>
      </div>
      <ul>
        <Rule isMet={isLongEnough && !isTooLong}>
          {t('{{least}} to {{most}} characters; a short sentence is good', {
            least: PASSWORD_LEAST,
            most: PASSWORD_MOST,
          })}
        </Rule>
        <Rule isMet={password !== '' && !isPersonal}>
          {t('Without your name, e-mail, store, chain or “back office”')}
        </Rule>
        <Rule isMet={password !== '' && !isCommon}>{t('Not a common password such as a row of keys')}</Rule>
      </ul>
    </div>
  )
}

const Rule = ({ isMet, children }: { isMet: boolean; children: string }) => (
  <li className={isMet ? 'is-met' : ''}>
    {isMet ? <Icon name="check" size={18} stroke={2.25} /> : <Icon name="point-filled" size={18} />}
    {children}
    <span className="visually-hidden">{isMet ? ` (${t('met')})` : ''}</span>
  </li>
)
