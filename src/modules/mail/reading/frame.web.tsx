import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { fetchFile } from '../../../web/download.ts'
import { cleanMail, plainMail } from './clean.web.ts'
import { openLink } from './links.web.ts'
import css from './reading.module.css'

interface FrameProps {
  /** Names it for screen readers. */
  label: string
  html: string | null
  text: string
  /** Remote pictures load, by the browser itself, in here alone. */
  hasPictures: boolean
}

/**
 * The words of a mail in a page of their own: without scripts, forms and ways out, by the frame's sandbox and by its own policy. The page
 * around it puts the nodes in, follows its height, and opens links after saying where they lead.
 */
export function MailFrame({ label, html, text, hasPictures }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [page, setPage] = useState<Document | null>(null)
  useMailIn(frame, page, html, text, hasPictures)
  return (
    <iframe
      // A page loaded with another policy is another page.
      key={String(hasPictures)}
      ref={frame}
      className={css.frame}
      title={label}
      sandbox="allow-same-origin"
      referrerPolicy="no-referrer"
      src={hasPictures ? '/mail-frame?pictures=1' : '/mail-frame'}
      onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument)}
    />
  )
}

function useMailIn(
  frame: RefObject<HTMLIFrameElement | null>,
  page: Document | null,
  html: string | null,
  text: string,
  hasPictures: boolean,
): void {
  useEffect(() => {
    const [box, realm] = [frame.current, page?.defaultView]
    // A page that was replaced, or the empty one before ours has come: its policy is another.
    if (!box || !page?.body || !realm || realm.location.pathname !== '/mail-frame') return
    const mail = html === null ? plainMail(text) : cleanMail(html, realm)
    const stop = new AbortController()
    const style = page.createElement('style')
    style.textContent = styleOf(html === null || isPlain(html))
    page.head.replaceChildren(style)
    page.documentElement.lang = document.documentElement.lang
    page.body.replaceChildren(page.importNode(mail, true))
    for (const dots of page.querySelectorAll('summary')) dots.title = t('Show what is quoted')
    showPictures(page, hasPictures, stop.signal)
    const follow = () => {
      box.style.height = `${Math.max(24, Math.ceil(page.body.getBoundingClientRect().height))}px`
    }
    const size = new ResizeObserver(follow)
    size.observe(page.body)
    follow()
    const options = { signal: stop.signal }
    for (const kind of ['click', 'auxclick'] as const) page.addEventListener(kind, openLink, options)
    page.addEventListener('keydown', (event) => passOn(box, event), options)
    return () => {
      stop.abort()
      size.disconnect()
    }
  }, [frame, page, html, text, hasPictures])
}

/** A key pressed within the mail is meant for the page around it. */
function passOn(box: HTMLIFrameElement, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (key === 'Tab') return
  const isFree = box.dispatchEvent(
    new KeyboardEvent('keydown', { key, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true }),
  )
  if (!isFree) event.preventDefault()
}

/** Without colours of its own it takes those of the page, dark ones too; a designed mail stands on white, as it was made for. */
const isPlain = (html: string): boolean => !/\b(style|bgcolor|color|background)\s*=/i.test(html)

const KNOWN = ['--text', '--accent-text', '--line-strong', '--text-2', '--sunken', '--font'] as const

function styleOf(takesColours: boolean): string {
  const here = getComputedStyle(document.documentElement)
  const [text, link, line, quiet, sunken, font] = KNOWN.map((name) => here.getPropertyValue(name).trim())
  const isDark = document.documentElement.dataset.scheme === 'dark'
  const colours = takesColours
    ? `:root{color-scheme:${isDark ? 'dark' : 'light'}}body{color:${text}}a{color:${link}}blockquote{color:${quiet}}`
    : ':root{color-scheme:light}body{background:#fff;color:#1b2330;padding:12px;border-radius:6px}'
  return `${colours}
html{overflow:hidden}body{margin:0;overflow-x:auto;overflow-y:hidden;font:400 14px/1.55 Roboto,Arial,${font};overflow-wrap:anywhere}
img{max-width:100%;height:auto}table{max-width:100%}pre{white-space:pre-wrap}.plain{white-space:pre-wrap}
blockquote{margin:0 0 0 2px;padding-inline-start:12px;border-inline-start:3px solid ${line}}
summary{display:inline-block;margin:6px 0;padding:0 8px;border-radius:10px;background:${sunken};color:${quiet};cursor:pointer;font-size:12px;list-style:none}
img:not([src]){display:inline-block;min-width:24px;min-height:24px;border:1px dashed ${line};border-radius:4px}`
}

/** Pictures of the mail itself are fetched as any call is; remote ones only where the person allowed them. */
function showPictures(page: Document, hasPictures: boolean, signal: AbortSignal): void {
  for (const picture of page.querySelectorAll('img')) {
    const { remote, inline } = picture.dataset
    picture.referrerPolicy = 'no-referrer'
    if (remote && hasPictures && /^https:\/\//i.test(remote)) picture.src = remote
    else if (remote && hasPictures && /^http:\/\//i.test(remote)) picture.src = remote.replace(/^http:/i, 'https:')
    else if (inline) void showInline(picture, inline, signal)
  }
}

async function showInline(picture: HTMLImageElement, path: string, signal: AbortSignal): Promise<void> {
  if (!/^mail\/attachment\?/.test(path)) return
  const file = await fetchFile(path, signal).catch(() => null)
  if (!file) return
  const address = URL.createObjectURL(file.content)
  signal.addEventListener('abort', () => URL.revokeObjectURL(address))
  picture.src = address
}
