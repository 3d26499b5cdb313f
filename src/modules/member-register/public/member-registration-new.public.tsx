import { formPage } from '../../../web/public/form/form-page-of.tsx'
import { StepFrame } from '../../../web/public/form/step-frame.tsx'
import { memberBehaviour } from './member-behaviour.public.tsx'
import { memberRegistrationNew } from './member-registration.public.ts'

/** The form in steps, on the address of today. */
export default formPage(memberRegistrationNew, { ...memberBehaviour(2), Frame: StepFrame })
