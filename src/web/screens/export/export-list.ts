import type { ExportView } from '../../../shared/api.ts'
import { t } from '../../../shared/language.ts'
import { failureWords, fetchRaw, get, overLine, type Query, queryString } from '../../api.ts'
import { nameIn, saveFile } from '../../download.ts'
import { snackbar } from '../../ui/snackbar.tsx'
import { exportingOf, setExporting } from './exporting.ts'

/** The page size the specification gives an export; the answer holds every row. */
const PERPAGE = 1000
const LOOK_MS = 700
/** So long neither a byte comes nor news of a row before that is taken for the end. */
const SILENT_MS = 60_000

/** What lets phones, e-mails and addresses out in full. */
export interface Unmasking {
  reason: string
  password: string
}

/** Takes a list away as a workbook: its filters and order, these columns in their order. */
export async function exportList(
  wire: string,
  query: Query,
  columns: readonly string[],
  unmasking?: Unmasking,
): Promise<void> {
  if (exportingOf(wire)) return
  const stopping = new AbortController()
  setExporting(wire, { rows: 0, expected: 0, stop: () => stopping.abort() })
  try {
    const { page: _, ...rest } = query
    const { content, name } = await fetchWorkbook(
      wire,
      { ...rest, perpage: PERPAGE, columns },
      stopping.signal,
      unmasking,
    )
    saveFile(content, name)
    snackbar(t('Successfully downloaded'), { variant: 'alert', colour: 'ok' })
  } catch (error) {
    if (stopping.signal.aborted) snackbar(t('Stopped'))
    else
      snackbar(`${t('Failed to download')}: ${failureWords(error)}`, {
        variant: 'alert',
        colour: 'bad',
      })
  } finally {
    setExporting(wire, undefined)
  }
}

/** A file counts only when the server, too, says that it is whole. */
async function fetchWorkbook(
  wire: string,
  query: Query,
  stopping: AbortSignal,
  unmasking?: Unmasking,
): Promise<{ name: string; content: Blob }> {
  const asked = unmasking
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(unmasking) }
    : {}
  const silence = silenceOf(SILENT_MS)
  const signal = AbortSignal.any([stopping, silence.tooLong])
  let looking = 0
  try {
    const response = await fetchRaw(`${wire}/export${queryString(query)}`, { ...asked, signal })
    silence.broken()
    const id = response.headers.get('x-export')
    if (!response.body || !id) throw new Error('The answer is no file')
    looking = window.setInterval(() => void look(wire, id, silence.broken).catch(() => undefined), LOOK_MS)
    const content = await overLine(() => heard(response.body, silence.broken).blob())
    const { state, bytes } = await stateOf(id)
    if (state !== 'done' || bytes !== content.size) throw new Error('The file is not whole')
    return { name: nameIn(response), content }
  } finally {
    window.clearInterval(looking)
    silence.end()
  }
}

/** A signal that comes once nothing was heard for so long. */
function silenceOf(ms: number) {
  const over = new AbortController()
  let timer = 0
  const end = () => window.clearTimeout(timer)
  const broken = () => {
    end()
    timer = window.setTimeout(() => over.abort(new DOMException('', 'TimeoutError')), ms)
  }
  broken()
  return { tooLong: over.signal, broken, end }
}

const heard = (body: Response['body'], hear: () => void): Response =>
  new Response(
    body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (bytes, further) => {
          hear()
          further.enqueue(bytes)
        },
      }),
    ),
  )

const stateOf = (id: string) => get<ExportView>(`export/${id}`, undefined, { quiet: true })

async function look(wire: string, id: string, heard: () => void): Promise<void> {
  const { rows, expected } = await stateOf(id)
  const now = exportingOf(wire)
  if (!now) return
  if (rows > now.rows) heard()
  setExporting(wire, { ...now, rows, expected })
}
