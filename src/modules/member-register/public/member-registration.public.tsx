import { formPage } from '../../../web/public/form/form-page-of.tsx'
import { memberBehaviour } from './member-behaviour.public.tsx'
import { memberRegistration } from './member-registration.public.ts'

/** The one-page form, on the address of before July 2025. */
export default formPage(memberRegistration, memberBehaviour(1))
