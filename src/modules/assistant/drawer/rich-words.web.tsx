import { Marked, type Token, type Tokens } from 'marked'
import { Children, type ReactNode } from 'react'
import { Link } from '../../../web/ui/link.tsx'
import css from './message.module.css'
import { ownPath } from './own-path.web.ts'

const markdown = new Marked({ gfm: true, breaks: true })

/**
 * What the generative service wrote, newlines as line breaks: Markdown as elements, so that nothing of it is ever read as HTML. Tags, pictures
 * and links that lead elsewhere are left as words.
 */
export default function RichWords({ text, leave }: { text: string; leave: () => void }) {
  return <div className={css.rich}>{drawn(markdown.lexer(text), leave)}</div>
}

const each = <T,>(of: readonly T[], draw: (one: T) => ReactNode): ReactNode[] => Children.toArray(of.map(draw))

const drawn = (tokens: readonly Token[] = [], leave: () => void): ReactNode[] =>
  each(tokens, (token) => <Part token={token} leave={leave} />)

function Part({ token, leave }: { token: Token; leave: () => void }): ReactNode {
  const of = token as Tokens.Generic // its own kind says what it has
  const within = () => drawn(of.tokens, leave)
  switch (of.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return <h3>{within()}</h3>
    case 'paragraph':
      return <p>{within()}</p>
    case 'blockquote':
      return <blockquote>{within()}</blockquote>
    case 'hr':
      return <hr />
    case 'list':
      return <List list={of as Tokens.List} leave={leave} />
    case 'table':
      return <Table table={of as Tokens.Table} leave={leave} />
    case 'code':
      return (
        <pre>
          <code>{String(of.text)}</code>
        </pre>
      )
    case 'strong':
      return <strong>{within()}</strong>
    case 'em':
      return <em>{within()}</em>
    case 'del':
      return <s>{within()}</s>
    case 'codespan':
      return <code>{String(of.text)}</code>
    case 'br':
      return <br />
    case 'link':
      return <Anchor to={String(of.href)} words={within()} leave={leave} />
    case 'html':
      return /^<br\s*\/?>$/i.test(of.raw.trim()) ? <br /> : withoutTags(of.raw)
    default:
      return of.tokens ? within() : unescaped(String(of.text ?? of.raw))
  }
}

function Anchor({ to, words, leave }: { to: string; words: ReactNode; leave: () => void }) {
  const path = ownPath(to)
  return path === null ? (
    words
  ) : (
    <Link to={path} onClick={leave}>
      {words}
    </Link>
  )
}

function List({ list: { ordered, start, items }, leave }: { list: Tokens.List; leave: () => void }) {
  const lines = each(items, (item) => <li>{drawn(item.tokens, leave)}</li>)
  return ordered ? <ol start={Number(start) || 1}>{lines}</ol> : <ul>{lines}</ul>
}

function Table({ table: { header, rows }, leave }: { table: Tokens.Table; leave: () => void }) {
  return (
    <table>
      <thead>
        <tr>
          {each(header, (cell) => (
            <th>{drawn(cell.tokens, leave)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {each(rows, (cells) => (
          <tr>
            {each(cells, (cell) => (
              <td>{drawn(cell.tokens, leave)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The words between tags; those of scripts and styles are none. */
const withoutTags = (html: string): string =>
  unescaped(html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, '').replace(/<\/?[a-z!?][^>]*>/gi, ''))

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => SIGNS[name] ?? whole)
