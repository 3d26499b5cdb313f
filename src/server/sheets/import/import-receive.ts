import { randomBytes } from 'node:crypto'
import { refuse } from '../../../shared/refusals.ts'
import type { AppContext } from '../../app-context.ts'
import { meter } from '../../files/budgets.ts'
import { counted, putHashed } from '../../files/files.ts'
import { checkName } from '../../files/names.ts'
import { type Located, pathOf } from '../../files/paths.ts'
import type { Incoming } from '../../http/multipart.ts'
import type { FileBounds } from '../../http/route.ts'
import { OLD_BOOK, TEXT_OF_CELLS } from './import-order-of.ts'

const LARGEST = 50 * 2 ** 20
export const WORKBOOK: FileBounds = { files: 1, each: LARGEST, total: LARGEST }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A workbook that has come whole, and lies with the temporary files. */
export interface ReceivedBook {
  id: string
  name: string
  type: string
  bytes: number
  sha256: string
}

export const placeOf = (id: string, area: Located['area']): Located => ({ id, area, folder: 'imports' })

/** Takes what begins as a workbook and is called one; what it holds is looked at in a process of its own. */
export async function receiveBook(
  context: AppContext,
  { filename, bytes }: Incoming,
  owner: number,
): Promise<ReceivedBook> {
  const { name, extension } = checkName(filename)
  if (!['xlsx', 'xls', 'csv'].includes(extension)) refuse('no workbook')
  const id = randomBytes(24).toString('base64url')
  const { count, end } = await meter(context.db, { owner })
  const begin = { type: extension === 'csv' ? TEXT_OF_CELLS : '' }
  try {
    const content = checked(counted(bytes, count), begin)
    return { id, name, ...(await putHashed(context.files, pathOf(placeOf(id, 'temp')), content)), type: begin.type }
  } finally {
    end()
  }
}

const TYPES: Record<string, string> = { '504b0304': XLSX, d0cf11e0: OLD_BOOK }
const LEAST = 8

async function* checked(bytes: AsyncIterable<Uint8Array>, found: { type: string }): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (!head) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length <= LEAST) continue
    found.type = TYPES[head.toString('hex', 0, 4)] ?? (found.type || refuse('no workbook'))
    yield head
    head = null
  }
  if (head) refuse('no workbook')
}
