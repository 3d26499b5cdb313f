import { marked, type Token, type Tokens } from 'marked'
import { Children, type ReactNode, useState } from 'react'
import { t } from '../../shared/language.ts'
import { Link } from '../../web/ui/link.tsx'
import { ScrollBox } from '../../web/ui/scroll-box.tsx'
import css from './api.module.css'

/** Text with marks as elements: nothing of it is ever read as HTML. */
export const Markdown = ({ text }: { text: string }) => <>{blocks(marked.lexer(text))}</>

const each = <T,>(of: readonly T[], draw: (one: T) => ReactNode): ReactNode[] => Children.toArray(of.map(draw))

const blocks = (tokens: readonly Token[]): ReactNode[] => each(tokens, (token) => <Block token={token} />)

function Block({ token }: { token: Token }): ReactNode {
  const of = token as Tokens.Generic // its own kind says what it has
  switch (of.type) {
    case 'heading':
      return <Heading depth={Number(of.depth)}>{spans(of.tokens)}</Heading>
    case 'paragraph':
      return <p>{spans(of.tokens)}</p>
    case 'code':
      return <Code language={String(of.lang ?? '')} text={String(of.text)} />
    case 'list':
      return <List list={of as Tokens.List} />
    case 'table':
      return <Table table={of as Tokens.Table} />
    case 'text':
      return of.tokens ? spans(of.tokens) : String(of.text)
    default:
      return null
  }
}

function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  return depth <= 2 ? <h3>{children}</h3> : <h4>{children}</h4>
}

function List({ list: { ordered, items } }: { list: Tokens.List }) {
  const lines = each(items, (item) => <li>{blocks(item.tokens)}</li>)
  return ordered ? <ol>{lines}</ol> : <ul>{lines}</ul>
}

function Table({ table: { header, rows } }: { table: Tokens.Table }) {
  return (
    <ScrollBox className={css.wide} label={t('Table')}>
      <table>
        <thead>
          <tr>
            {each(header, (cell) => (
              <th>{spans(cell.tokens)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {each(rows, (cells) => (
            <tr>
              {each(cells, (cell) => (
                <td>{spans(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const LANGUAGES: Record<string, string> = { sh: 'curl', ts: 'TypeScript', json: 'JSON' }

function Code({ language, text }: { language: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <figure className={css.code} lang="en">
      <figcaption>
        {LANGUAGES[language] ?? ''}
        {window.isSecureContext && (
          <button type="button" onClick={() => void copy()}>
            {isCopied ? t('Copied to the clipboard') : t('Copy')}
          </button>
        )}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keys as well */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

const spans = (tokens: readonly Token[] = []): ReactNode[] => each(tokens, (token) => <Span token={token} />)

function Span({ token }: { token: Token }): ReactNode {
  const of = token as Tokens.Generic // as above
  switch (of.type) {
    case 'strong':
      return <strong>{spans(of.tokens)}</strong>
    case 'em':
      return <em>{spans(of.tokens)}</em>
    case 'codespan':
      return <code>{String(of.text)}</code>
    case 'br':
      return <br />
    case 'link':
      return <Anchor to={String(of.href)}>{spans(of.tokens)}</Anchor>
    default:
      return of.tokens ? spans(of.tokens) : String(of.text ?? of.raw)
  }
}

function Anchor({ to, children }: { to: string; children: ReactNode }) {
  if (to.startsWith('/') && !to.startsWith('/api/')) return <Link to={to}>{children}</Link>
  return (
    <a href={to} {...(/^https?:/.test(to) && { target: '_blank', rel: 'noreferrer' })}>
      {children}
    </a>
  )
}
