import type { MessageStructureObject } from 'imapflow'
import { oneLine } from '../addresses.ts'

/** One part of a mail, as its mail server describes it. */
export interface MailPart {
  /** Its number in the mail, e.g. `1.2`. */
  part: string
  type: string
  charset: string
  encoding: string
  isFlowed: boolean
  /** Bytes as they are sent, encoded. */
  size: number
  name: string
  /** What pictures inside the text name it by. */
  cid: string | null
  isInline: boolean
}

/** The words of a mail: pieces that follow each other, each as HTML, as plain text, or both. */
export interface Words {
  html?: MailPart
  plain?: MailPart
}

export interface Structure {
  words: Words[]
  files: MailPart[]
}

const WORDS_MOST = 8
const FILES_MOST = 200
const DEEPEST = 30

/** Which parts of a mail are its words and which are files. */
export function readStructure(root: MessageStructureObject | undefined): Structure {
  const found: Structure = { words: [], files: [] }
  if (root) walk(root, found, 0)
  return found
}

function walk(node: MessageStructureObject, found: Structure, depth: number): void {
  if (depth > DEEPEST || found.files.length >= FILES_MOST) return
  const children = node.childNodes ?? []
  if (node.type.startsWith('multipart/')) {
    if (node.type === 'multipart/alternative') addAlternative(children, found, depth)
    else for (const child of children) walk(child, found, depth + 1)
    return
  }
  const part = partOf(node)
  if (!isWords(node)) found.files.push(part)
  else if (found.words.length < WORDS_MOST)
    found.words.push(node.type === 'text/html' ? { html: part } : { plain: part })
}

/** The same said several ways: its HTML and its plain text are one piece, what else hangs on it are files. */
function addAlternative(children: readonly MessageStructureObject[], found: Structure, depth: number): void {
  const piece: Words = {}
  for (const child of children) {
    const inner: Structure = { words: [], files: [] }
    walk(child, inner, depth + 1)
    for (const { html, plain } of inner.words) {
      if (html) piece.html ??= html
      if (plain) piece.plain ??= plain
    }
    found.files.push(...inner.files)
  }
  if ((piece.html || piece.plain) && found.words.length < WORDS_MOST) found.words.push(piece)
}

const isWords = ({ type, disposition, dispositionParameters, parameters }: MessageStructureObject): boolean =>
  (type === 'text/plain' || type === 'text/html') &&
  disposition !== 'attachment' &&
  !dispositionParameters?.filename &&
  !parameters?.name

function partOf(node: MessageStructureObject): MailPart {
  const { part = '1', type, parameters, disposition, dispositionParameters, encoding = '7bit', size = 0, id } = node
  return {
    part,
    type: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : 'application/octet-stream',
    charset: token(parameters?.charset) || 'utf-8',
    encoding: token(encoding).toLowerCase(),
    isFlowed: parameters?.format?.toLowerCase() === 'flowed',
    size,
    name: nameOf(node, dispositionParameters?.filename ?? parameters?.name ?? ''),
    cid: id ? id.replace(/^<|>$/g, '').slice(0, 250) : null,
    isInline: disposition === 'inline' || (id !== undefined && disposition !== 'attachment'),
  }
}

const token = (text: string | undefined): string => /^[\w.:+-]{1,40}/.exec(text ?? '')?.[0] ?? ''

const ENDINGS: Record<string, string> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
}

function nameOf({ type, part = '1', envelope }: MessageStructureObject, given: string): string {
  const name = oneLine(given, 150).replaceAll(/[/\\:*?"<>|]/g, '_')
  if (name.replace(/[.\s_]/g, '') !== '') return name
  const ending = ENDINGS[type] ?? type.split('/')[1]?.replace(/[^a-z0-9].*$/, '') ?? 'bin'
  const of = type === 'message/rfc822' ? oneLine(envelope?.subject ?? '', 80).replaceAll(/[/\\:*?"<>|]/g, '_') : ''
  return `${of || `part-${part}`}.${ending.slice(0, 5)}`
}
