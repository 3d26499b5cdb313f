import { useQuery } from '@tanstack/react-query'
import { plainWords } from '../../../shared/plain-words.ts'
import { FieldInput } from '../../../web/fields/input.tsx'
import type { JointProps } from '../../../web/screens/form/asked-fields.ts'
import type { Reply } from '../comments/replies.web.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import css from './composer.module.css'
import { Reads, Recipient, Replies } from './reads.web.tsx'
import { answerWaysOf, NO_WAY } from './ways.web.ts'

// Who reads it is said of this very customer below it, not in general.
const { hint: _hint, ...ANSWER } = { ...complaints.fields.comment, required: true }

/** The answer in the dialog that completes a case: replies at hand, and who reads it where, said before it is sent. */
export default function AskedAnswer({ row, values, onChange, ...input }: JointProps & { row: Complaint }) {
  const { data: ways = NO_WAY, isSuccess } = useQuery(answerWaysOf(row.id))
  const words = String(values.comment ?? '')
  const insert = ({ html, solution, origin }: Reply) =>
    onChange({
      comment: [words.trim(), plainWords(html)].filter(Boolean).join('\n\n'),
      ...(solution && { solution }),
      ...(origin && { origin }),
    })
  return (
    <div className={css.box}>
      <FieldInput {...input} field={ANSWER} value={values.comment} onChange={(comment) => onChange({ comment })} />
      <Replies row={row} onPick={insert} />
      {isSuccess && !ways.mails_completion ? <Recipient row={row} isMailed={false} ways={ways} /> : null}
      <Reads
        row={row}
        words={words}
        isEnd
        isMailed={ways.mails_completion}
        foot={ways.foot}
        solution={values.solution as Complaint['solution']} // one of the field's choices
      />
    </div>
  )
}
