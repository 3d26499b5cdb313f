import { t } from '../../../shared/language.ts'
import { Intro } from '../form/intro.tsx'

export const MemberIntro = () => (
  <Intro
    title={t('Become a member')}
    lead={t('It takes about two minutes. Have your identity paper at hand.')}
    points={[
      ['gift', t('Points and offers with every purchase.')],
      ['shield-lock', t('Paper number and signature are stored encrypted.')],
      ['phone-call', t('We call you when the card is ready.')],
    ]}
  />
)
