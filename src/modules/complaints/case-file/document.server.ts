import type { Comment } from '#server/discussion/comments.ts'
import { type Block, blocksOfHtml, type Paper } from '#server/paper/blocks.ts'
import { letterheadOf, type Sender, signaturesOf } from '#server/paper/letterhead.ts'
import { clockOf } from '../../../shared/complaints/clock.ts'
import { formatMoment } from '../../../shared/format.ts'
import { apartFromName } from '../../../shared/language.ts'
import type { Row } from '../../../shared/resource.ts'
import type { TimelineEntry } from '../comments/comments.server.ts'
import { COMMENT_KINDS } from '../comments/comments.ts'
import { complaints } from '../complaints.ts'
import type { SentMail } from '../mail/mails.server.ts'
import type { MergedTicket } from '../related/merged.server.ts'
import { isByItself, MAIL_STATES, otherOf, ruleWords, verbKey, visibleChanges } from '../timeline/activity-text.ts'
import { BIG, type CaseFileFile, fileTable, gallery, headOf, SMALL, titled } from './attachments.server.ts'
import { type CaseReader, saidValue, sayIn } from './format.server.ts'

export interface CaseFile {
  sender: Sender
  /** Who made it. */
  by: string
  complaint: Row<typeof complaints>
  entries: readonly TimelineEntry[]
  withInternal: boolean
  files: readonly CaseFileFile[]
}

type Name = keyof typeof complaints.fields
const MATTER: Name[] = [
  'issue_number',
  'status',
  'feedback_type',
  'feedback_method',
  'source',
  'store',
  'priority',
  'receipt',
  'purpose',
  'issue',
  'tags',
  'merged_into',
]
const CUSTOMER: Name[] = ['customer_name', 'phone', 'email']
const HANDLING: Name[] = ['department', 'assignee', 'handle_date', 'reopened_count']
const DEADLINES: Name[] = ['due_at', 'law_due_at', 'breached_at', 'law_breached_at', 'completed_at', 'closed_at']
const DECISION: Name[] = ['solution', 'origin', 'cost', 'solved_by', 'rating']

/** The case as a paper in the reader's language: what, who, when, decided how, and every file with its fingerprint. */
export function paperOf(found: CaseFile, reader: CaseReader): Omit<Paper, 'pictures'> {
  const { complaint, sender, by } = found
  const { name } = sender.chain
  const { language } = reader
  const say = sayIn(reader)
  const number = complaint.issue_number ?? ''
  const clock = clockOf(complaint, Date.now(), reader.language)
  const made = say('Printed {{at}} by {{name}}', { at: formatMoment(new Date(), reader.timeZone), name: by })
  return {
    title: `${say('Case file')} ${number}`,
    author: name,
    head: [name, say('Case file'), number].filter(Boolean).join(' · '),
    foot: [number, made].join(' · '),
    pages: say('Page {{page}} of {{pages}}', { page: '{page}', pages: '{pages}' }),
    content: [
      letterheadOf(sender, language),
      { text: `${say('Case file')} ${number}`, style: 'title' },
      { text: complaint.title, style: 'subject' },
      ...(clock ? [{ text: clock.words, style: 'under' }] : []),
      {
        text: say(found.withInternal ? 'With the internal comments' : 'Without the internal comments'),
        style: 'under',
      },
      ...facts(say('The complaint'), complaint, [...MATTER, ...CUSTOMER], reader),
      ...section(say('What the customer says'), [
        { text: '' },
        { table: { widths: ['*'], body: [[{ stack: blocksOfHtml(complaint.content) }]] }, layout: 'box' },
        ...gallery(complaint.attachments, found.files, BIG, reader),
      ]),
      ...facts(say('Handling'), complaint, HANDLING, reader, [['created_at', say('Received at')]]),
      ...longFacts(complaint, ['cc_departments'], reader),
      ...facts(say('Deadlines'), complaint, DEADLINES, reader),
      ...decision(say('Decision'), complaint, reader),
      storyTable(found, reader),
      ...(found.files.length > 0
        ? [fileTable(say('Files and their fingerprints'), found.files, reader)]
        : section(say('Files and their fingerprints'), [{ text: say('There are no files.') }])),
      signaturesOf([say('Customer'), say('Handled by'), say('For the company')], language),
    ],
  }
}

/** A heading is held together with its first block, of which all beyond a page would be lost: one that may be long comes second. */
const section = (heading: string, blocks: Block[]): Block[] => {
  const [first, ...rest] = blocks
  return first ? [{ stack: [{ text: heading, style: 'heading' }, first], unbreakable: true }, ...rest] : []
}

/** Three columns of label and value under their heading; what is empty is left out. */
function facts(
  heading: string,
  complaint: CaseFile['complaint'],
  names: Name[],
  reader: CaseReader,
  more: ['created_at', string][] = [],
): Block[] {
  const say = sayIn(reader)
  const said = [
    ...more.map(([name, label]): [string, string] => [label, formatMoment(complaint[name], reader.timeZone)]),
    ...names.map((name): [string, string] => [
      say(complaints.fields[name].label),
      saidValue(complaints.fields[name], complaint[name], reader),
    ]),
  ].filter(([, value]) => value !== '')
  if (said.length === 0) return section(heading, [{ text: '–' }])
  const cells = said.map(
    ([label, value]): Block => ({
      stack: [{ text: label, style: 'label' }, { text: value }],
    }),
  )
  const rows = Array.from({ length: Math.ceil(cells.length / 3) }, (_, at) =>
    [0, 1, 2].map((n) => cells[at * 3 + n] ?? EMPTY),
  )
  return [{ table: { ...titled(heading, ['*', '*', '*'], rows), dontBreakRows: true }, layout: 'facts' }]
}
const EMPTY: Block = { text: '' }

/** Those that may be long, across the page, as a row of the table is never broken. */
const longFacts = (complaint: CaseFile['complaint'], names: Name[], reader: CaseReader): Block[] =>
  names
    .map((name): [Name, string] => [name, saidValue(complaints.fields[name], complaint[name], reader)])
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]): Block => ({
        stack: [{ text: sayIn(reader)(complaints.fields[name].label), style: 'label' }, { text: value }],
        margin: [0, 4, 0, 0],
      }),
    )

function decision(heading: string, complaint: CaseFile['complaint'], reader: CaseReader): Block[] {
  if (!complaint.solution) return section(heading, [{ text: sayIn(reader)('Not decided yet') }])
  return [...facts(heading, complaint, DECISION, reader), ...longFacts(complaint, ['comment', 'rating_note'], reader)]
}

function storyTable({ entries, files }: CaseFile, reader: CaseReader): Block {
  const rows = entries.map((entry): Block[] => {
    const { who, what } = describedEntry(entry, files, reader)
    return [{ text: formatMoment(entry.at, reader.timeZone) }, { text: who }, { stack: what }]
  })
  const head = headOf(['Date and time', 'By whom', 'What was done'], reader)
  const table = titled(sayIn(reader)('Who did what when'), [82, 96, '*'], rows, head)
  // Words and pictures may be longer than a page: they are not held together with the heading.
  const keepWithHeaderRows = entries[0]?.activity ? 1 : 0
  return { table: { ...table, keepWithHeaderRows }, layout: 'lines' }
}

function describedEntry(
  entry: TimelineEntry,
  files: readonly CaseFileFile[],
  reader: CaseReader,
): { who: string; what: Block[] } {
  if (entry.comment) return saidComment(entry.comment, entry.of, files, reader)
  if (entry.merged) return saidPart(entry.merged, files, reader)
  if (entry.mail) return saidMail(entry.mail, entry.of, reader)
  const say = sayIn(reader)
  const line = entry.activity
  if (!line) return { who: '', what: [] }
  const other = otherOf(line)
  const rule = ruleWords(line, reader.language)
  const isTold = !other && (line.action !== 'create' || rule !== undefined)
  const changes = isTold ? visibleChanges(line).filter(([name]) => name !== 'rule') : []
  return {
    who: line.actor?.name ?? say(isByItself(line) ? 'The system' : 'The customer'),
    what: [
      { text: [apartFromName(say(verbKey(line))), other ? ` ${other.number}` : ''] },
      ...(rule === undefined ? [] : [saidLine(say('Assigned by the rule'), rule)]),
      ...changes.map(([name, [before, after]]) => saidChange(name, before, after, reader)),
    ],
  }
}

const saidLine = (label: string, value: string): Block => ({
  text: [{ text: `${label}: `, color: '#333' }, value],
  style: 'said',
})

function saidChange(name: string, before: unknown, after: unknown, reader: CaseReader): Block {
  const fields: Record<string, (typeof complaints.fields)[Name]> = complaints.fields
  const field = fields[name]
  const say = sayIn(reader)
  const label = say(field?.label ?? (name === 'reason' ? 'Reason' : name))
  const [was, is] = [saidValue(field, before, reader), saidValue(field, after, reader)]
  const isLong = field?.kind === 'richText' || field?.kind === 'files'
  const value = isLong ? say('Changed') : was ? `${was} › ${is || say('nothing')}` : is || say('nothing')
  return saidLine(label, value)
}

function saidComment(comment: Comment, of: string | undefined, files: readonly CaseFileFile[], reader: CaseReader) {
  const say = sayIn(reader)
  const kind = say(COMMENT_KINDS.find(({ value }) => value === comment.kind)?.label ?? 'Internal note')
  return {
    who: comment.author?.name ?? say('The customer'),
    what: [
      { text: [kind, of ? ` · ${of}` : ''].join(''), style: 'label' },
      ...blocksOfHtml(comment.body),
      ...gallery(comment.attachments, files, SMALL, reader),
    ],
  }
}

/** A mail to the customer: to whom, how it fared, and its words. */
function saidMail(mail: SentMail, of: string | undefined, reader: CaseReader) {
  const say = sayIn(reader)
  const head = `${say('Mail to {{to}}', { to: mail.to })} · ${say(MAIL_STATES[mail.state].label)}${of ? ` · ${of}` : ''}`
  return {
    who: mail.author?.name ?? say('The system'),
    what: [
      { text: head, style: 'label' },
      { text: [{ text: mail.subject, bold: true }], style: 'said' },
      ...blocksOfHtml(mail.body),
      ...(mail.files.length > 0 ? [{ text: mail.files.join(', '), style: 'small' }] : []),
    ],
  }
}

function saidPart(part: MergedTicket, files: readonly CaseFileFile[], reader: CaseReader) {
  const say = sayIn(reader)
  return {
    who: part.customer_name,
    what: [
      { text: say('Merged complaint {{number}}', { number: part.issue_number }), style: 'label' },
      { text: [{ text: part.title, bold: true }], style: 'said' },
      ...blocksOfHtml(part.content),
      ...gallery(part.attachments, files, SMALL, reader),
    ],
  }
}
