import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { takeBackup } from '../../../src/server/backup/backup.ts'
import { type Manifest, readManifest, writeManifest } from '../../../src/server/backup/manifest.ts'
import { checkPages } from '../../../src/server/backup/pages.ts'
import { type Restore, restoreBackup } from '../../../src/server/backup/restore.ts'
import { type Config, loadConfig } from '../../../src/server/config.ts'
import { openDb } from '../../../src/server/db/db.ts'
import { startEmbedded } from '../../../src/server/db/embedded.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { pathOf } from '../../../src/server/files/paths.ts'
import { newFolder } from '../../setup/at-the-end.ts'
import { freshDatabase } from '../../setup/database/database.ts'

const PASSPHRASE = 'con mèo trèo cây cau'
const QUIET = { info() {}, warn() {}, error() {} }
const SETTINGS = { fsync: 'off', shared_buffers: '16MB' }

const folder = newFolder('backup-damage')
const dataDir = join(folder, 'house')
const backup = join(folder, 'backup')
const config = configOf(dataDir)
const said: string[] = []
const uploads = await makeHouse()
const [first = '', second = ''] = uploads

function configOf(where: string, databaseUrl?: string): Config {
  return loadConfig({ DATA_DIR: where, NODE_ENV: 'test', ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
}

/** A small house with two uploads, and its backup. */
async function makeHouse(): Promise<string[]> {
  const embedded = await startEmbedded({ dataDir, log: QUIET, settings: SETTINGS })
  await migrate(embedded.url)
  const paths = [await upload(embedded.url, dataDir), await upload(embedded.url, dataDir)]
  await takeBackup(wish(backup, config, embedded.url))
  await embedded.stop()
  return paths
}

async function upload(url: string, where: string): Promise<string> {
  const place = { id: randomBytes(24).toString('base64url'), area: 'upload', folder: 'ticket' } as const
  const bytes = randomBytes(1000)
  mkdirSync(join(where, 'files', pathOf(place), '..'), { recursive: true })
  writeFileSync(join(where, 'files', pathOf(place)), bytes)
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'test' })
  await sql`insert into stored_files (id, name, type, bytes, area, folder, sha256, claimed_at)
    values (${place.id}, 'a.jpg', 'image/jpeg', 1000, 'upload', 'ticket', ${createHash('sha256').update(bytes).digest('hex')}, now())`.execute(
    db,
  )
  await close()
  return `files/${pathOf(place)}`
}

function wish(where: string, of: Config, databaseUrl: string) {
  const values = { app_secret: of.secret, data_keys: [], postgres_password: null }
  const secrets = { passphrase: PASSPHRASE, values }
  return { folder: where, config: of, databaseUrl, secrets, print: (text: string) => said.push(text) }
}

const restoring = (from: string, into: string, more: Partial<Restore> = {}): Promise<boolean> =>
  restoreBackup({
    backup: from,
    into,
    databaseUrl: undefined,
    digest: undefined,
    given: { appSecret: undefined, dataKeys: [] },
    isNewSecret: false,
    isBeside: false,
    passphrase: async () => PASSPHRASE,
    print: (text) => said.push(text),
    ...more,
  })

const table = (copy: string) =>
  `postgres/base/1/${readdirSync(join(copy, 'postgres/base/1')).find((name) => /^\d+$/.test(name))}`
const segment = (copy: string) => `wal/${readdirSync(join(copy, 'wal'))[0]}`

/** The same files by other names, as most stay as they are; whoever changes one takes it for their own first. */
function copyOf(whole: string): string {
  const copy = join(newFolder('damaged'), 'copy')
  execFileSync('cp', ['-al', whole, copy])
  return copy
}

function own(path: string): string {
  copyFileSync(path, `${path}.own`)
  renameSync(`${path}.own`, path)
  return path
}

function flip(path: string, at: number) {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

/** As somebody could who may write to the backup. */
async function edit(copy: string, change: (manifest: Manifest) => void, secret: string) {
  const { manifest } = await readManifest(copy)
  change(manifest)
  for (const name of ['manifest.json', 'manifest.seal']) rmSync(join(copy, name))
  const { format: _, ...rest } = manifest
  await writeManifest(copy, rest, secret)
}

function measureAnew(copy: string, path: string) {
  return ({ files }: Manifest) => {
    const entry = files.find((one) => one.path === path)
    const bytes = readFileSync(join(copy, path))
    Object.assign(entry ?? {}, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
}

const damages: Record<string, [(copy: string) => unknown, (copy: string) => string, Partial<Restore>?]> = {
  'a flipped bit in a table': [
    (copy) => flip(own(join(copy, table(copy))), 5000),
    (copy) => `${table(copy)} was changed`,
  ],
  'a cut table': [
    (copy) => truncateSync(own(join(copy, table(copy))), 8192 - 1),
    (copy) => `${table(copy)} has 8191 bytes instead of `,
  ],
  'a missing upload': [(copy) => rmSync(join(copy, first)), () => `${first} is missing`],
  'swapped uploads': [
    (copy) => {
      renameSync(join(copy, first), join(copy, 'aside'))
      renameSync(join(copy, second), join(copy, first))
      renameSync(join(copy, 'aside'), join(copy, second))
    },
    () => `${[first, second].toSorted()[0]} was changed; ${[first, second].toSorted()[1]} was changed`,
  ],
  'a missing piece of the log': [
    (copy) => rmSync(join(copy, segment(copy))),
    (copy) => /wal\/\w+/.exec(names(copy))?.[0] ?? '',
  ],
  'a file that nobody put there': [
    (copy) => writeFileSync(join(copy, 'postgres', 'standby.signal'), ''),
    () => 'postgres/standby.signal does not belong to this backup',
  ],
  'a manifest with another number': [
    (copy) =>
      writeFileSync(
        own(join(copy, 'manifest.json')),
        readFileSync(join(copy, 'manifest.json'), 'utf8').replace('"timeline": 1', '"timeline": 2'),
      ),
    () => 'manifest.json was changed after the backup was made.',
  ],
  'a manifest that was sealed anew by somebody else': [
    async (copy) => {
      flip(own(join(copy, first)), 5)
      await edit(copy, measureAnew(copy, first), 'x'.repeat(43))
    },
    () => 'manifest.json was changed after the backup was made: the house did not seal it.',
  ],
  'a manifest that leads out of its folder': [
    (copy) =>
      edit(
        copy,
        ({ files }) => void files.push({ path: 'files/../../x', bytes: 0, sha256: '0'.repeat(64) }),
        config.secret,
      ),
    () => 'manifest.json is none that this version can read',
  ],
  'a piece of the log from elsewhere': [
    async (copy) => {
      flip(own(join(copy, segment(copy))), 8)
      await edit(copy, measureAnew(copy, segment(copy)), config.secret)
    },
    (copy) => `${segment(copy)} is not this part of the database's log`,
  ],
  'another manifest than the one that was noted': [
    () => {},
    () => 'is not the backup you mean',
    { digest: '0'.repeat(64) },
  ],
  'another passphrase': [
    () => {},
    () => 'The passphrase does not open the secrets of this backup.',
    { passphrase: async () => 'con mèo trèo cây cau ' },
  ],
  'a later version of the product': [
    (copy) => edit(copy, ({ migrations }) => void migrations.push('99990101T0000_later'), config.secret),
    () => 'made by a later version of the product (0.1.0, which knows 99990101T0000_later)',
  ],
  'a version from before the first release': [
    (copy) => edit(copy, ({ migrations }) => void migrations.push('0002_modules'), config.secret),
    () => 'made by a version from before the first release (0.1.0, which knows 0002_modules)',
  ],
  'no manifest': [(copy) => rmSync(join(copy, 'manifest.json')), () => 'is no whole backup: manifest.json is missing.'],
}

const names = (copy: string) => readFileSync(join(copy, 'manifest.json'), 'utf8')

test.for(Object.entries(damages))(
  'A backup with %s is refused by name before anything is written',
  async ([, [damage, sentence, more]]) => {
    const copy = copyOf(backup)
    await damage(copy)
    const into = join(newFolder('into'), 'data')
    await expect(restoring(copy, into, more)).rejects.toThrow(sentence(copy))
    expect(existsSync(into)).toBe(false)
  },
)

test('A backup is not restored over anything that is there', async () => {
  const into = newFolder('into')
  writeFileSync(join(into, 'letter.txt'), 'keep me')
  await expect(restoring(backup, into)).rejects.toThrow(`${into} is not empty.`)
  expect(readdirSync(into)).toEqual(['letter.txt'])
})

test('A page that rotted on the house’s own disk is found, and where it lies', async () => {
  const cluster = join(dataDir, 'postgres')
  expect(await checkPages(cluster)).toMatchObject({ damaged: [] })
  const path = readdirSync(join(cluster, 'base/1')).find(
    (name) => /^\d+$/.test(name) && readFileSync(join(cluster, 'base/1', name)).length > 16_384,
  )
  flip(join(cluster, 'base/1', path ?? ''), 8192 + 4000)
  expect((await checkPages(cluster)).damaged).toEqual([`base/1/${path} (page 1)`])
  flip(join(cluster, 'base/1', path ?? ''), 8192 + 4000)
})

test('An upload that rotted on the house’s own disk is told of by its id, and the backup with it is made', async () => {
  const embedded = await startEmbedded({ dataDir, log: QUIET, settings: SETTINGS })
  const path = join(dataDir, first)
  flip(path, 5)
  try {
    expect(await takeBackup(wish(join(folder, 'rotten'), config, embedded.url))).toBe(false)
    expect(said).toContain(`Damaged in files/ itself, and so in the backup: ${first.split('/').at(-1)}.`)
  } finally {
    flip(path, 5)
    await embedded.stop()
  }
})

test('With a PostgreSQL of one’s own the backup holds files/ alone, and the restore proves them against its rows', async () => {
  const url = await freshDatabase()
  const where = join(folder, 'own')
  const own = configOf(where, url)
  const kept = await upload(url, where)
  const from = join(folder, 'own-backup')
  expect(await takeBackup(wish(from, own, url))).toBe(true)
  expect(readdirSync(from).toSorted()).toEqual(['files', 'manifest.json', 'manifest.seal', 'secrets.sealed'])
  await expect(restoring(from, join(folder, 'nowhere'))).rejects.toThrow('holds files/ only. Restore the database')
  const into = join(folder, 'own-restored')
  expect(await restoring(from, into, { databaseUrl: url })).toBe(true)
  expect(readFileSync(join(into, kept))).toEqual(readFileSync(join(where, kept)))
  await upload(url, where)
  expect(await restoring(from, join(folder, 'own-older'), { databaseUrl: url })).toBe(false)
  expect(said.join()).toContain('Uploads whose file is not in the backup: ')
})

const volume = newFolder('volume')
const hasVolume = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', volume], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

// Needs the right to mount a small volume.
test.skipIf(!hasVolume)('A backup and a restore that do not fit are refused before they begin', async () => {
  try {
    const embedded = await startEmbedded({ dataDir, log: QUIET, settings: SETTINGS })
    await expect(takeBackup(wish(join(volume, 'backup'), config, embedded.url))).rejects.toThrow(
      'There is not enough space in',
    )
    await embedded.stop()
    await expect(takeBackup(wish(volume, config, ''))).rejects.toThrow('is a volume of its own. Name a folder in it')
    await expect(restoring(backup, join(volume, 'data'))).rejects.toThrow('There is not enough space for')
    expect(readdirSync(volume)).toEqual([])
  } finally {
    execFileSync('umount', ['-l', volume])
  }
})
