import type { PartProps } from '../../web/screens/view/parts-in.tsx'
import { MailsOfRecord } from './mails-of-record.web.tsx'

const MailsOfComplaint = ({ row }: PartProps) => <MailsOfRecord kind="complaint" id={row?.id} />
export default MailsOfComplaint
