import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as wordsOf } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardOf, IMPORT_PROGRAM, importLines, memoryFor } from '../../../src/server/sheets/import/import-child.ts'
import type { CheckedRow, ImportOrder } from '../../../src/server/sheets/import/import-order.ts'
import { digits, flag, ref, text } from '../../../src/shared/fields.ts'

/** S41: workbooks made to hurt. Each is read in a process of its own, as the product does. */

const ORDER: ImportOrder = {
  fields: {
    code: text('Code', { required: true, unique: true, max: 20 }),
    name: text('Name', { max: 50 }),
    zip: digits('Zip'),
    store: ref('Store', 'stores'),
    active: flag('Active'),
  },
  sheet: [],
  next: [],
  unique: [['code']],
  key: ['code'],
  known: { stores: [[1, 'S01', 'Cầu Giấy']] },
  lookedUp: [],
  only: null,
  closed: [],
  language: 'en',
  timeZone: 'Asia/Ho_Chi_Minh',
  rowsMost: 200_000,
}

interface Outcome {
  problem: string | null
  rows: CheckedRow[]
  /** MB the reading process held at most, by its own word; null where it was stopped at its limit. */
  peak: number | null
}
const MEMORY_MOST = 256

const sizeOf = (file: Buffer) => ({ megabytes: file.length / 2 ** 20, isOld: file[0] === 0xd0 })

async function outcomeOf(file: Buffer, order = ORDER): Promise<Outcome> {
  const outcome: Outcome = { problem: null, rows: [], peak: null }
  for await (const line of importLines(order, Readable.from([file]), sizeOf(file))) {
    const told = JSON.parse(line) as { problem?: string; rows?: CheckedRow[]; peak?: number }
    outcome.peak = told.peak ?? outcome.peak
    if (told.problem) outcome.problem = (JSON.parse(told.problem) as { key: string }).key
    outcome.rows.push(...(told.rows ?? []))
  }
  return outcome
}

/** Watches how much the thread that answers requests works between two turns of its event loop; a busy machine makes that no longer. */
function longestTurn(): () => number {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 5)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}

interface Part {
  name: string
  content: Buffer | string
  /** What the directory claims, where that is a lie. */
  claims?: number
  flags?: number
  method?: number
}

/** A zip by hand, so that anything in it may be wrong. */
function zipOf(parts: readonly Part[], { count = parts.length, cut = 0 } = {}): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content, claims, flags = 0, method = 8 } of parts) {
    const raw = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(raw, { level: 9 }) : raw
    const title = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(method, 8)
    local.writeUInt16LE(title.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(claims ?? raw.length, 24)
    entry.writeUInt16LE(title.length, 28)
    entry.writeUInt32LE(offset, 42)
    locals.push(local, title, packed)
    central.push(entry, title)
    offset += 30 + title.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  const whole = Buffer.concat([...locals, directory, end])
  return cut > 0 ? whole.subarray(0, whole.length - cut) : whole
}

const SHEET_START = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
const HEAD =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Code</t></is></c><c r="B1" t="inlineStr"><is><t>Name</t></is></c></row>'
const ROW =
  '<row r="2"><c r="A2" t="inlineStr"><is><t>K1</t></is></c><c r="B2" t="inlineStr"><is><t>fine</t></is></c></row>'
const SHEET_END = '</sheetData></worksheet>'
const RELS = (inner: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a usual workbook, some of them exchanged; null leaves one out. */
function book(changed: Record<string, string | Buffer | null> = {}, more: Part[] = []): Part[] {
  const parts: Record<string, string | Buffer | null> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': RELS(`<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>`),
    'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': RELS(
      `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/>`,
    ),
    'xl/sharedStrings.xml': '<sst><si><t>K1</t></si></sst>',
    'xl/worksheets/sheet1.xml': SHEET_START + HEAD + ROW + SHEET_END,
    ...changed,
  }
  return [...Object.entries(parts).flatMap(([name, content]) => (content === null ? [] : [{ name, content }])), ...more]
}
const sheet = (rows: string, before = '') =>
  book({ 'xl/worksheets/sheet1.xml': before + SHEET_START + HEAD + rows + SHEET_END })
const cell = (inner: string, marks = ' t="inlineStr"') =>
  `<row r="2"><c r="A2" t="inlineStr"><is><t>K1</t></is></c><c r="B2"${marks}>${inner}</c></row>`

const DAMAGED = 'This workbook is damaged. Please open it, save it again and choose it once more.'
const TOO_LARGE = 'This workbook is too large once unpacked. Please split it.'
const NO_BOOK = 'This file is not a workbook. Please choose an .xlsx, .xls or .csv file.'
const LOCKED = 'This workbook is locked with a password. Please save it without one.'
const MACROS = 'This workbook holds macros. Please save it as .xlsx without them.'
const UNKNOWN = 'No column of this workbook was recognised: {{columns}}. Please use the template.'
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const blanks = (n: number) => Buffer.alloc(n, ' ')

/** Refused, each with its sentence. */
const REFUSED: [string, () => Buffer, string][] = [
  ['nothing', () => Buffer.alloc(0), NO_BOOK],
  ['a picture', () => Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), NO_BOOK],
  ['words', () => Buffer.from('Code,Name\nK1,x\n'), NO_BOOK],
  ['a web page called a workbook', () => Buffer.from('<html><table><tr><td>Code</td></tr></table></html>'), NO_BOOK],
  ['a zip of nothing', () => zipOf([]), NO_BOOK],
  ['only the beginning of a zip', () => Buffer.from('504b0304', 'hex'), NO_BOOK],
  ['a document', () => zipOf([{ name: 'word/document.xml', content: '<w:document/>' }]), NO_BOOK],
  ['a bomb of one letter (M9)', () => zipOf(book({ 'xl/worksheets/sheet1.xml': blanks(100_000_000) })), TOO_LARGE],
  ['a bomb of shared strings', () => zipOf(book({ 'xl/sharedStrings.xml': blanks(60_000_000) })), TOO_LARGE],
  [
    'a bomb that claims to be small',
    () =>
      zipOf(
        book({ 'xl/worksheets/sheet1.xml': null }, [
          { name: 'xl/worksheets/sheet1.xml', content: blanks(30_000_000), claims: 1000 },
        ]),
      ),
    DAMAGED,
  ],
  [
    'a claim of four gigabytes',
    () =>
      zipOf(
        book({ 'xl/worksheets/sheet1.xml': null }, [
          { name: 'xl/worksheets/sheet1.xml', content: SHEET_START, claims: 0xfffffff0 },
        ]),
      ),
    TOO_LARGE,
  ],
  [
    'ten thousand entries',
    () => zipOf([...book(), ...Array.from({ length: 1200 }, (_, at) => ({ name: `x${at}`, content: '' }))]),
    TOO_LARGE,
  ],
  ['a directory that promises more than it has', () => zipOf(book(), { count: 500 }), DAMAGED],
  ['a zip cut off', () => zipOf(book(), { cut: 40 }), DAMAGED],
  ['two entries of one name', () => zipOf([...book(), { name: 'xl/workbook.xml', content: '<workbook/>' }]), DAMAGED],
  [
    'an entry under a password',
    () =>
      zipOf(
        book({ 'xl/worksheets/sheet1.xml': null }, [
          { name: 'xl/worksheets/sheet1.xml', content: SHEET_START, flags: 1 },
        ]),
      ),
    LOCKED,
  ],
  [
    'an entry packed in an unknown way',
    () =>
      zipOf(
        book({ 'xl/worksheets/sheet1.xml': null }, [
          { name: 'xl/worksheets/sheet1.xml', content: SHEET_START, method: 12 },
        ]),
      ),
    DAMAGED,
  ],
  ['no workbook part', () => zipOf(book({ 'xl/workbook.xml': null })), NO_BOOK],
  ['no sheet part', () => zipOf(book({ 'xl/worksheets/sheet1.xml': null })), DAMAGED],
  [
    'a sheet outside the file',
    () =>
      zipOf(
        book({
          'xl/_rels/workbook.xml.rels': RELS(
            `<Relationship Id="rId1" Type="${OFFICE}/worksheet" TargetMode="External" Target="file:///etc/passwd"/>`,
          ),
        }),
      ),
    NO_BOOK,
  ],
  [
    'a sheet above the file',
    () =>
      zipOf(
        book({
          'xl/_rels/workbook.xml.rels': RELS(
            `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="../../../../etc/passwd"/>`,
          ),
        }),
      ),
    DAMAGED,
  ],
  [
    'a file of the system as an entity (XXE)',
    () => zipOf(sheet(cell('<is><t>&x;</t></is>'), '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>')),
    DAMAGED,
  ],
  [
    'a document type from elsewhere',
    () => zipOf(sheet(ROW, '<!DOCTYPE a SYSTEM "http://127.0.0.1:PORT/x.dtd">')),
    DAMAGED,
  ],
  [
    'a billion laughs',
    () =>
      zipOf(
        sheet(
          ROW,
          `<!DOCTYPE a [<!ENTITY a "${'ha'.repeat(50)}">${'bcdefghij'
            .split('')
            .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
            .join('')}]>`,
        ),
      ),
    DAMAGED,
  ],
  [
    'entities in the shared strings',
    () => zipOf(book({ 'xl/sharedStrings.xml': '<!DOCTYPE sst [<!ENTITY x "y">]><sst><si><t>&x;</t></si></sst>' })),
    DAMAGED,
  ],
  ['macros', () => zipOf(book({}, [{ name: 'xl/vbaProject.bin', content: 'x' }])), MACROS],
  ['a tag that never ends', () => zipOf(sheet(`<c ${[...Array(400_000).keys()].join('b')}`)), DAMAGED],
  ['a sheet that breaks off', () => zipOf(book({ 'xl/worksheets/sheet1.xml': SHEET_START + HEAD + ROW })), DAMAGED],
  [
    'rows backwards',
    () => zipOf(sheet('<row r="9"><c r="A9"><v>1</v></c></row><row r="3"><c r="A3"><v>1</v></c></row>')),
    DAMAGED,
  ],
  ['a row with no number', () => zipOf(sheet('<row r="x"><c r="A9"><v>1</v></c></row>')), DAMAGED],
  [
    'headers of a prototype',
    () =>
      zipOf(
        book({
          'xl/worksheets/sheet1.xml': `${SHEET_START}<row r="1">${['__proto__', 'constructor', 'toString'].map((name, at) => `<c r="${'ABC'[at]}1" t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row>${ROW}${SHEET_END}`,
        }),
      ),
    UNKNOWN,
  ],
  [
    'more rows than are taken',
    () =>
      zipOf(
        sheet(
          Array.from(
            { length: 210_000 },
            (_, at) => `<row r="${at + 2}"><c r="A${at + 2}"><v>${at}</v></c></row>`,
          ).join(''),
        ),
      ),
    'This workbook has more than {{max}} rows. Please split it.',
  ],
  ['a header and nothing below', () => zipOf(sheet('')), 'There is no row below the header.'],
  ['an old workbook of rubbish', () => Buffer.concat([COMPOUND, Buffer.alloc(5000, 7)]), DAMAGED],
  [
    'an old workbook with macros',
    () => Buffer.concat([COMPOUND, Buffer.alloc(600), Buffer.from('_VBA_PROJECT_CUR', 'utf16le'), Buffer.alloc(600)]),
    MACROS,
  ],
  [
    'a workbook locked by Excel',
    () => Buffer.concat([COMPOUND, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le'), Buffer.alloc(600)]),
    LOCKED,
  ],
  ['only the sign of an old workbook', () => COMPOUND, NO_BOOK],
]

/** Read, and harmless: what the row K1 says after. */
const READ: [string, () => Buffer, (row: CheckedRow | undefined) => void][] = [
  [
    'a formula with a kept result',
    () => zipOf(sheet(cell('<f>1+1</f><v>2</v>', ''))),
    (row) => expect(row?.v.name).toBe('2'),
  ],
  [
    'a formula without one',
    () => zipOf(sheet(cell('<f>WEBSERVICE("http://127.0.0.1:PORT/")</f>', ''))),
    (row) => expect(row?.e).toHaveProperty('name'),
  ],
  [
    'an error of the spreadsheet',
    () => zipOf(sheet(cell('<v>#REF!</v>', ' t="e"'))),
    (row) => expect(row?.e).toHaveProperty('name'),
  ],
  [
    'a link outside',
    () =>
      zipOf([
        ...book(),
        { name: 'xl/externalLinks/externalLink1.xml', content: '<externalLink/>' },
        {
          name: 'xl/externalLinks/_rels/externalLink1.xml.rels',
          content: RELS(
            `<Relationship Id="rId1" Type="${OFFICE}/externalLinkPath" TargetMode="External" Target="http://127.0.0.1:PORT/evil.xlsx"/>`,
          ),
        },
      ]),
    (row) => expect(row?.v.name).toBe('fine'),
  ],
  [
    'a zip in the zip',
    () => zipOf([...book(), { name: 'inner.zip', content: zipOf([{ name: 'bomb', content: blanks(5_000_000) }]) }]),
    (row) => expect(row?.v.name).toBe('fine'),
  ],
  [
    'a dimension of the whole sheet',
    () =>
      zipOf(
        book({
          'xl/worksheets/sheet1.xml':
            SHEET_START.replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>') + HEAD + ROW + SHEET_END,
        }),
      ),
    (row) => expect(row?.v.name).toBe('fine'),
  ],
  [
    'a cell in the last column',
    () => zipOf(sheet('<row r="2"><c r="A2" t="inlineStr"><is><t>K1</t></is></c><c r="XFD2"><v>1</v></c></row>')),
    (row) => expect(row?.c.length).toBeLessThan(10),
  ],
  [
    'a cell far below',
    () => zipOf(sheet(`${ROW}<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>K2</t></is></c></row>`)),
    (row) => expect(row?.v.name).toBe('fine'),
  ],
  [
    'a cell of a megabyte',
    () =>
      zipOf(
        sheet(cell(`<is><t>${Array.from({ length: 150_000 }, (_, at) => (at * 7919) % 10_007).join('x')}</t></is>`)),
      ),
    (row) => expect(row?.e).toHaveProperty('name'),
  ],
  [
    'a shared string that is not there',
    () => zipOf(sheet(cell('<v>99999999</v>', ' t="s"'))),
    (row) => expect(row?.v.name ?? null).toBeNull(),
  ],
  [
    'a shared string before the first',
    () => zipOf(sheet(cell('<v>-1</v>', ' t="s"'))),
    (row) => expect(row?.v.name ?? null).toBeNull(),
  ],
  ['a number beyond numbers', () => zipOf(sheet(cell('<v>1e999</v>', ''))), (row) => expect(row?.l).toBe(2)],
  [
    'letters that are none',
    () => zipOf(sheet(cell('<is><t>a&#0;b&#xD800;c&#x110000;&unknown;</t></is>'))),
    (row) => expect(row?.l).toBe(2),
  ],
  [
    'a prototype as a value',
    () => zipOf(sheet(cell('<is><t>__proto__</t></is>'))),
    (row) => expect(row?.v.name).toBe('__proto__'),
  ],
  [
    'a formula as text',
    () => zipOf(sheet(cell("<is><t>=cmd|' /C calc'!A0</t></is>"))),
    (row) => expect(row?.v.name).toBe("=cmd|' /C calc'!A0"),
  ],
  [
    'another prefix, blanks and remarks',
    () =>
      zipOf(
        book({
          'xl/worksheets/sheet1.xml': `<!-- a > b --><x:worksheet xmlns:x="y"><x:sheetData>${(HEAD + ROW).replaceAll('<', '<x:').replaceAll('<x:/', '</x:')}</x:sheetData></x:worksheet>`,
        }),
      ),
    (row) => expect(row?.v.name).toBe('fine'),
  ],
  [
    'a million shared strings',
    () =>
      zipOf(
        book({
          'xl/sharedStrings.xml': `<sst>${Array.from({ length: 1_000_000 }, (_, at) => `<si><t>${at}</t></si>`).join('')}</sst>`,
        }),
      ),
    (row) => expect(row?.v.name).toBe('fine'),
  ],
]

let port = 0
let requests = 0
const server = createServer((_request, response) => {
  requests += 1
  response.end('x')
})
beforeAll(
  () =>
    new Promise<void>(
      (ready) =>
        void server.listen(0, '127.0.0.1', () => {
          const at = server.address()
          port = typeof at === 'object' && at ? at.port : 0
          ready()
        }),
    ),
)
afterAll(() => {
  server.close()
  expect(requests, 'requests that a workbook caused').toBe(0)
})
const withPort = (file: Buffer) =>
  file.includes('PORT')
    ? Buffer.from(file.toString('latin1').replaceAll('PORT', String(port).slice(0, 4)), 'latin1')
    : file

describe('is refused with a sentence:', () => {
  test.each(REFUSED)('%s', async (_name, make, problem) => {
    const file = withPort(make())
    const longest = longestTurn()
    const outcome = await outcomeOf(file)
    expect(outcome.problem).toBe(problem)
    expect(outcome.peak ?? 0).toBeLessThan(MEMORY_MOST)
    expect(longest(), 'the longest that other requests waited for this thread, in ms of its own work').toBeLessThan(200)
  })
})

test('an old workbook may take what holding it whole costs, and none takes more than 700 MB', () => {
  expect(memoryFor({ megabytes: 0.2, isOld: true })).toBe(MEMORY_MOST)
  // Measured with rows of ten columns from LibreOffice: 20,000 held 300 MB, 60,000 held 520 MB.
  expect(memoryFor({ megabytes: 4.8, isOld: true })).toBeGreaterThan(350)
  expect(memoryFor({ megabytes: 14.4, isOld: true })).toBeGreaterThan(600)
  for (const isOld of [true, false]) expect(memoryFor({ megabytes: 50, isOld })).toBe(700)
})

describe('is read and does nothing:', () => {
  test.each(READ)('%s', async (_name, make, look) => {
    const outcome = await outcomeOf(withPort(make()))
    expect(outcome.problem).toBeNull()
    expect(outcome.peak).toBeLessThan(MEMORY_MOST)
    expect(outcome.peak, 'the reading process tells what it held').toBeGreaterThan(0)
    look(outcome.rows.find(({ l }) => l === 2))
  })
})

test('what reads a workbook begins with what was compiled before, and writes nothing once it has begun', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compiled-'))
  const usual = process.env.NODE_COMPILE_CACHE
  process.env.NODE_COMPILE_CACHE = folder
  try {
    expect((await outcomeOf(zipOf(book()))).rows).toHaveLength(1)
    expect(await readdir(folder)).toHaveLength(1)
    const tries = `
      import { readFileSync, writeFileSync } from 'node:fs'
      const write = process.stdout.write
      const outcomeOf = (act) => { try { act(); return 'done' } catch ({ code }) { return code } }
      console.error(outcomeOf(() => writeFileSync('${folder}/before', '')))
      process.stdout.write = function (...given) {
        if (String(given[0]).includes('begun')) for (const act of [
          () => writeFileSync('${folder}/after', ''),
          () => writeFileSync('${tmpdir()}/after', ''),
          () => readFileSync('/etc/passwd'),
        ]) console.error(outcomeOf(act))
        return write.apply(process.stdout, given)
      }`
    const { flags, env } = guardOf(MEMORY_MOST)
    const before = ['--import', `data:text/javascript,${encodeURIComponent(tries)}`]
    const child = spawn(process.execPath, [...flags, ...before, IMPORT_PROGRAM], {
      stdio: ['pipe', 'ignore', 'pipe'],
      env,
    })
    child.stdin.end(`${JSON.stringify(ORDER)}\n`)
    expect((await wordsOf(child.stderr)).trim().split('\n')).toEqual([
      'done',
      'ERR_ACCESS_DENIED',
      'ERR_ACCESS_DENIED',
      'ERR_ACCESS_DENIED',
    ])
    expect(await readdir(folder)).not.toContain('after')
  } finally {
    if (usual === undefined) delete process.env.NODE_COMPILE_CACHE
    else process.env.NODE_COMPILE_CACHE = usual
    await rm(folder, { recursive: true })
  }
})
