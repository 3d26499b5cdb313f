import { t } from '../../../shared/language.ts'
import { Intro } from '../form/intro.tsx'

export const MemberIntro = () => (
  <Intro
    title={t('Become a member')}
    lead={t('It takes about two minutes. Please have your identity document ready.')}
    points={[
      ['gift', t('Points and offers with every purchase.')],
      ['shield-lock', t('Document number and signature are stored encrypted.')],
      ['phone-call', t('We will call you when the card is ready.')],
    ]}
  />
)
