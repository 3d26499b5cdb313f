import type { PartProps } from '../../web/screens/view/parts-in.tsx'
import { MailsOfRecord } from './mails-of-record.web.tsx'

const MailsOfTask = ({ row }: PartProps) => <MailsOfRecord kind="task" id={row?.id} />
export default MailsOfTask
