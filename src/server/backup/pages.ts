import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { walk } from './copy.ts'

const PAGE = 8192
/** A table larger than 1 GB lies in several files; pages are numbered through. */
const PAGES_PER_FILE = 131_072
const READ_AT_ONCE = 128

/** A file of a table or index, its maps included, in the folders that hold them. */
const RELATION = /^(?:global|base\/\d+)\/\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/

/**
 * Proves every page of a stopped cluster against the checksum that PostgreSQL wrote with it.
 * @returns how many pages there are, and which files hold damaged ones
 */
export async function checkPages(cluster: string): Promise<{ pages: number; damaged: string[] }> {
  let pages = 0
  const damaged: string[] = []
  const block = new Uint8Array(PAGE * READ_AT_ONCE)
  for await (const { path, isFolder } of walk(cluster)) {
    const relation = RELATION.exec(path)
    if (isFolder || !relation) continue
    const found = await checkFile(join(cluster, path), block, Number(relation[1] ?? 0) * PAGES_PER_FILE)
    pages += found.pages
    if (found.bad.length > 0) damaged.push(`${path} (page ${found.bad.slice(0, 5).join(', ')})`)
  }
  return { pages, damaged }
}

async function checkFile(
  path: string,
  block: Uint8Array<ArrayBuffer>,
  first: number,
): Promise<{ pages: number; bad: number[] }> {
  const file = await open(path, 'r')
  const bad: number[] = []
  let pages = 0
  try {
    for (;;) {
      const { bytesRead } = await file.read(block, 0, block.length, pages * PAGE)
      for (let at = 0; at + PAGE <= bytesRead; at += PAGE, pages++)
        if (!isPageWhole(block, at, first + pages)) bad.push(first + pages)
      if (bytesRead % PAGE !== 0) bad.push(first + pages)
      if (bytesRead < block.length) return { pages, bad }
    }
  } finally {
    await file.close()
  }
}

/** PageIsVerified (bufpage.c): a page that was only made room for has no checksum yet. */
function isPageWhole(block: Uint8Array, at: number, number: number): boolean {
  const view = new DataView(block.buffer, at, PAGE)
  if (view.getUint16(14, true) === 0) return true
  const stored = view.getUint16(8, true)
  view.setUint16(8, 0, true)
  const words = new Uint32Array(block.buffer, at, PAGE / 4)
  return (((fold(words) ^ number) >>> 0) % 65_535) + 1 === stored
}

/** 32 FNV-1a sums side by side (checksum_impl.h); where they start is given there. */
const STARTS = Uint32Array.from([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
])
const SUMS = STARTS.length
const PRIME = 16_777_619

const sums = new Int32Array(SUMS)

function mix(sum: number, value: number): number {
  const mixed = sum ^ value
  return Math.imul(mixed, PRIME) ^ (mixed >>> 17)
}

function fold(words: Uint32Array): number {
  sums.set(STARTS)
  for (let at = 0; at < words.length; at += SUMS)
    for (let one = 0; one < SUMS; one++) sums[one] = mix(sums[one] ?? 0, words[at + one] ?? 0)
  for (let round = 0; round < 2; round++) for (let one = 0; one < SUMS; one++) sums[one] = mix(sums[one] ?? 0, 0)
  return sums.reduce((folded, sum) => folded ^ sum, 0) >>> 0
}
