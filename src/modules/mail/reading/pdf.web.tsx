import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { MailAttachment } from '../../../shared/mail.ts'
import { fetchFile } from '../../../web/download.ts'
import { SkeletonLines } from '../../../web/ui/states.tsx'
import { partPath } from './parts.web.ts'
import css from './reading.module.css'

GlobalWorkerOptions.workerSrc = worker

/** Of a longer one the rest is read after it is kept. */
const PAGES_MOST = 30
const WIDTH = 900

/** The pages of a PDF as pictures: nothing in it runs or leads anywhere, and phones show it, too. */
export default function Pdf({ id, file }: { id: string; file: MailAttachment }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null | 'broken'>(null)
  useEffect(() => {
    const stop = new AbortController()
    const loading = fetchFile(partPath(id, file.part), stop.signal)
      .then(({ content }) => content.arrayBuffer())
      .then((data) => getDocument({ data, enableXfa: false }))
    loading.then((task) => task.promise).then(setPdf, () => !stop.signal.aborted && setPdf('broken'))
    return () => {
      stop.abort()
      void loading.then((task) => task.destroy()).catch(() => undefined)
    }
  }, [id, file.part])
  if (pdf === 'broken') return <p role="alert">{t('This file cannot be shown.')}</p>
  if (!pdf) return <SkeletonLines lines={12} />
  return (
    <div className={css.pages}>
      {Array.from({ length: Math.min(pdf.numPages, PAGES_MOST) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pages of one file never move
        <PdfPage key={at} pdf={pdf} number={at + 1} />
      ))}
      {pdf.numPages > PAGES_MOST && (
        <p>{t('The first {{count}} pages. Download it to read on.', { count: PAGES_MOST })}</p>
      )}
    </div>
  )
}

function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isLeft = false
    void pdf.getPage(number).then((page) => {
      if (isLeft || !canvas.current) return
      const scale = (WIDTH * Math.min(window.devicePixelRatio, 2)) / page.getViewport({ scale: 1 }).width
      const viewport = page.getViewport({ scale })
      Object.assign(canvas.current, { width: viewport.width, height: viewport.height })
      void page.render({ canvas: canvas.current, viewport }).promise.catch(() => undefined)
    })
    return () => {
      isLeft = true
    }
  }, [pdf, number])
  return <canvas ref={canvas} role="img" aria-label={t('Page {{number}}', { number })} />
}
