import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ballast, freeSpace, hasRoom } from './disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'disk-'))

afterEach(() => rmSync(join(folder, 'ballast'), { force: true }))

test('free space is measured in bytes and as a share of the volume', async () => {
  const { bytes, share } = await freeSpace(folder)
  expect(bytes).toBeGreaterThan(2 ** 20)
  expect(share).toBeGreaterThan(0)
  expect(share).toBeLessThanOrEqual(1)
})

test('there is no room when either the bytes or the share are below the reserve', async () => {
  expect(await hasRoom(folder, { bytes: 0, share: 0 })).toBe(true)
  expect(await hasRoom(folder, { bytes: Number.MAX_SAFE_INTEGER, share: 0 })).toBe(false)
  expect(await hasRoom(folder, { bytes: 0, share: 1.1 })).toBe(false)
})

test('the ballast takes up its whole size, gives it back at once and returns', async () => {
  const reserve = ballast(folder, 8)
  await reserve.restore()
  const { blocks } = statSync(join(folder, 'ballast'))
  expect(blocks * 512).toBeGreaterThanOrEqual(8 * 2 ** 20)
  expect(await reserve.release()).toBe(true)
  expect(existsSync(join(folder, 'ballast'))).toBe(false)
  expect(await reserve.release()).toBe(false)
  await reserve.restore()
  expect(statSync(join(folder, 'ballast')).size).toBe(8 * 2 ** 20)
})

test('a ballast of nothing makes no file', async () => {
  await ballast(folder, 0).restore()
  expect(existsSync(join(folder, 'ballast'))).toBe(false)
})
