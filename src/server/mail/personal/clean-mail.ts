import PostalMime from 'postal-mime'
import sanitize from 'sanitize-html'
import { escapeHtml } from '../../../shared/html.ts'
import { plainWords } from '../../../shared/plain-words.ts'

/** Parts of a mail as they were sent, to be made safe in a process of their own. */
export interface Unclean {
  pieces: { html?: UncleanPart; plain?: UncleanPart }[]
  /** Addresses of the pictures that lie in the mail, by their Content-ID. */
  pictures: Record<string, string>
}

export interface UncleanPart {
  charset: string
  encoding: string
  isFlowed: boolean
  bytes: Uint8Array
}

export interface CleanMail {
  /** Null where there is plain text alone. */
  html: string | null
  text: string
  /** Remote pictures that are left out. */
  remote: number
  cut: boolean
}

const HTML_MOST = 1_000_000
const TEXT_MOST = 500_000

/** Decodes the words of a mail and takes out all that could run, load or leave its frame. */
export async function cleanMail({ pieces, pictures }: Unclean): Promise<CleanMail> {
  let remote = 0
  const picture = (attributes: Attributes) => {
    const shown = pictureOf((attributes.src ?? '').trim(), pictures)
    if (shown['data-remote']) remote++
    return shown
  }
  let isCut = false
  const html: string[] = []
  const text: string[] = []
  for (const { html: rich, plain } of pieces) {
    const words = plain ? (await decoded(plain, 'text/plain')).replace(/\r\n?/g, '\n').replaceAll('\0', '') : null
    const whole = rich ? (await decoded(rich, 'text/html')).replaceAll('\0', '') : null
    if (whole !== null) {
      isCut ||= whole.length > HTML_MOST
      html.push(safeHtml(whole.slice(0, HTML_MOST), picture))
    } else if (words !== null)
      html.push(`<div style="white-space:pre-wrap">${escapeHtml(words.slice(0, TEXT_MOST))}</div>`)
    text.push(words ?? plainWords(html.at(-1) ?? ''))
  }
  const said = text.join('\n')
  return {
    html: pieces.some((piece) => piece.html) ? html.join('<hr>') : null,
    text: said.slice(0, TEXT_MOST),
    remote,
    cut: isCut || said.length > TEXT_MOST,
  }
}

/** By the parser of whole mails, as a mail of this part alone. */
async function decoded({ charset, encoding, isFlowed, bytes }: UncleanPart, type: string): Promise<string> {
  const flowed = isFlowed ? '; format=flowed' : ''
  const head = `MIME-Version: 1.0\r\nContent-Type: ${type}; charset="${charset}"${flowed}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`
  const found = await PostalMime.parse(Buffer.concat([Buffer.from(head, 'latin1'), bytes]), { maxNestingDepth: 2 })
  return (type === 'text/html' ? found.html : found.text) ?? ''
}

const TAGS =
  'p br div span strong b em i u s strike small big sub sup ul ol li dl dt dd blockquote a h1 h2 h3 h4 h5 h6 hr pre code tt center font table caption colgroup col thead tbody tfoot tr th td img address abbr cite q del ins mark'.split(
    ' ',
  )
const SHAPE = 'align valign width height bgcolor color dir lang style title'.split(' ')

/** A value that names no other place and calls nothing. */
const SAFE_VALUE = [/^(?!.*(?:url|expression|javascript|import|var|attr|image|element|\\|@|\/\*))[^<>{};:]{1,200}$/i]
const STYLES =
  'color background-color background font font-family font-size font-style font-weight font-variant line-height letter-spacing text-align text-decoration text-indent text-transform vertical-align white-space word-break word-wrap overflow-wrap direction list-style list-style-type margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left border border-top border-right border-bottom border-left border-color border-style border-width border-collapse border-spacing border-radius width max-width min-width height max-height display float clear table-layout'.split(
    ' ',
  )

type Attributes = Readonly<Record<string, string>>

/** @param picture the attributes that a picture gets beside its shape, of those that it has */
function safeHtml(html: string, picture: (attributes: Attributes) => Record<string, string>): string {
  return sanitize(html, {
    allowedTags: TAGS,
    nonTextTags: [
      'style',
      'script',
      'textarea',
      'option',
      'noscript',
      'title',
      'template',
      'xmp',
      'iframe',
      'noembed',
      'noframes',
    ],
    allowedAttributes: {
      '*': SHAPE,
      a: ['href', 'rel', 'target'],
      img: ['alt', 'src', 'data-remote', 'data-inline', 'border', 'hspace', 'vspace'],
      table: ['border', 'cellpadding', 'cellspacing'],
      td: ['colspan', 'rowspan', 'nowrap'],
      th: ['colspan', 'rowspan', 'nowrap', 'scope'],
      col: ['span'],
      ol: ['start', 'type'],
      font: ['face', 'size'],
      blockquote: ['type'],
    },
    allowedStyles: { '*': Object.fromEntries(STYLES.map((name) => [name, SAFE_VALUE])) },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'http', 'cid'] },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'data-remote'],
    allowProtocolRelative: false,
    nestingLimit: 100,
    transformTags: {
      a: (tagName, { href = '', style = '', title: _, ...rest }) => ({
        tagName,
        attribs: {
          ...rest,
          style,
          ...linkOf(href),
        },
      }),
      img: (tagName, attribs) => ({ tagName, attribs: { ...shapeOf(attribs), ...picture(attribs) } }),
    },
  })
}

const shapeOf = ({ src: _, srcset: __, 'data-remote': ___, 'data-inline': ____, ...shape }: Record<string, string>) =>
  shape

/** Where it leads is said before anybody follows it. */
function linkOf(href: string): Record<string, string> {
  const bare = href.replace(/[\s\p{Cc}]+/gu, '')
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(bare)) return {}
  return { href: bare, title: shownAddress(bare), rel: 'noopener noreferrer nofollow', target: '_blank' }
}

function shownAddress(href: string): string {
  try {
    const { host, username } = new URL(href)
    // What stands before an @ is no place, though it may look like one.
    return username ? `${host} ← ${href}`.slice(0, 300) : href.slice(0, 300)
  } catch {
    return href.slice(0, 300)
  }
}

function pictureOf(src: string, pictures: Readonly<Record<string, string>>): Record<string, string> {
  const cid = /^cid:(.+)$/i.exec(src)?.[1]
  if (cid) {
    const address = Object.hasOwn(pictures, cid) ? pictures[cid] : undefined
    return address ? { 'data-inline': address } : {}
  }
  const full = src.startsWith('//') ? `https:${src}` : src
  return /^https?:\/\//i.test(full) ? { 'data-remote': full } : {}
}

/** What somebody writes, as it goes out. */
export interface OutgoingWords {
  html: string
  text: string
  /** Pictures of other mails inside it, which go along: the address they had here, and the name they have there. */
  inline: { address: string; cid: string }[]
  /** Uploaded pictures that stand inside it, by their file. */
  placed: { file: string; cid: string }[]
}

/** Words of ours, with what they quote: pictures get back the places they came from. */
export function outgoingWords(html: string): OutgoingWords {
  const inline: OutgoingWords['inline'] = []
  const placed: OutgoingWords['placed'] = []
  const safe = safeHtml(html.slice(0, HTML_MOST * 2), (attributes): Record<string, string> => {
    const file = attributes['data-file']
    if (file) {
      const cid = `upload-${file}@mail`
      if (!placed.some((one) => one.file === file)) placed.push({ file, cid })
      return { src: `cid:${cid}` }
    }
    const address = attributes['data-inline']
    if (address) {
      const known = inline.find((one) => one.address === address)
      const one = known ?? { address, cid: `picture-${inline.length + 1}@mail` }
      if (!known) inline.push(one)
      return { src: `cid:${one.cid}` }
    }
    const remote = attributes['data-remote'] ?? attributes.src ?? ''
    return /^https?:\/\//i.test(remote) ? { src: remote } : {}
  })
  return { html: safe, text: plainWords(safe), inline, placed }
}
