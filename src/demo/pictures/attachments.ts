import { createHash } from 'node:crypto'
import { pathOf, thumbnailPathOf } from '../../server/files/paths.ts'
import type { FileStore } from '../../server/files/store.ts'
import { iso } from '../clock.ts'
import type { ComplaintRow } from '../history.ts'
import type { Person } from '../people.ts'
import type { Chance } from '../random.ts'
import type { Picture } from '../words/story.ts'
import { type Drawn, drawPortrait } from './pictures.ts'

/** A file in the store, and its row. */
export interface Hung {
  row: { id: string; record_id: number; [column: string]: unknown }
}

const WITH_PICTURES = 150

/** Gives some complaints the pictures their customers took; most of them recent. */
export async function hangPictures(
  store: FileStore,
  complaints: readonly ComplaintRow[],
  drawn: Record<Picture, Drawn[]>,
  chance: Chance,
): Promise<Hung[]> {
  const newest = complaints.filter((one) => one.picture).toReversed()
  const chosen = newest
    .filter((_, at) => chance.happens(at < 120 ? 0.6 : at < 400 ? 0.2 : 0.01))
    .slice(0, WITH_PICTURES)
  const hung = chosen.flatMap(({ id, picture, created_at, attachments }) =>
    Array.from({ length: chance.weighted([1, 2, 3], (n) => [6, 3, 1][n - 1] ?? 1) }, (_, at) => {
      const from = drawn[at === 1 && picture !== 'parking' ? 'receipt' : (picture ?? 'product')]
      const file = fileOf(chance.pick(from), {
        chance,
        module: 'complaints',
        record: id,
        field: 'attachments',
        folder: 'ticket',
        at: String(created_at),
        name: `IMG_${chance.whole(1000, 9999)}.jpg`,
      })
      attachments.push(file.row.id)
      return file
    }),
  )
  return keep(store, hung)
}

/** Portraits of those whom one meets most. */
export const portraits = (
  store: FileStore,
  people: readonly Person[],
  chance: Chance,
  since: number,
): Promise<Hung[]> =>
  hangPortraits(
    store,
    people.filter((_, at) => at < 20 || at % 2 === 0),
    7919,
    ({ id }) => ({
      chance,
      module: 'users',
      field: 'avatar',
      folder: 'user',
      name: 'avatar.jpg',
      owner: id,
      at: iso(since),
    }),
  )

/** Portraits of people of suppliers, whom the desk compares with who stands there. */
export const supplierPortraits = (
  store: FileStore,
  people: readonly Portrayed[],
  chance: Chance,
  since: number,
): Promise<Hung[]> =>
  hangPortraits(store, people, 6271, () => ({
    chance,
    module: 'supplier-staffs',
    field: 'photo',
    folder: 'supplier-staffs',
    name: 'photo.jpg',
    owner: 1,
    at: iso(since),
  }))

type Portrayed = Pick<Person, 'id' | 'isWoman'>
async function hangPortraits(
  store: FileStore,
  people: readonly Portrayed[],
  seed: number,
  about: (one: Portrayed) => Omit<Frame, 'record'>,
): Promise<Hung[]> {
  const drawn = await Promise.all(
    people.map(async (one) => ({ one, picture: await drawPortrait(one.id * seed, one.isWoman) })),
  )
  return keep(
    store,
    drawn.map(({ one, picture }) => fileOf(picture, { ...about(one), record: one.id })),
  )
}

/** Hangs pictures on records, which then name them in their order. */
export async function hangOn(
  store: FileStore,
  wanted: readonly { picture: Drawn; record: { id: number; images: string[]; created_at: string } }[],
  place: Pick<Frame, 'module' | 'field' | 'folder' | 'chance'>,
): Promise<Hung[]> {
  const hung = wanted.map(({ picture, record }) => {
    const name = `IMG_${place.chance.whole(1000, 9999)}.jpg`
    const file = fileOf(picture, { ...place, record: record.id, at: record.created_at, name })
    record.images.push(file.row.id)
    return file
  })
  return keep(store, hung)
}

interface Frame {
  chance: Chance
  module: string
  record: number
  field: string
  folder: string
  at: string
  name: string
  owner?: number
}

function fileOf(
  picture: Drawn,
  { chance, module, record, field, folder, at, name, owner }: Frame,
): Hung & { picture: Drawn } {
  const row = {
    ...{
      id: chance.id(),
      name,
      type: 'image/jpeg',
      bytes: picture.bytes.length,
      width: picture.width,
      height: picture.height,
      has_thumbnail: true,
    },
    ...{
      area: 'upload',
      folder,
      owner: owner ?? null,
      module,
      record_id: record,
      field,
      created_at: at,
      claimed_at: at,
    },
    sha256: createHash('sha256').update(picture.bytes).digest('hex'),
  }
  return { row, picture }
}

async function keep(store: FileStore, hung: (Hung & { picture: Drawn })[]): Promise<Hung[]> {
  for (let at = 0; at < hung.length; at += 16) {
    await Promise.all(
      hung.slice(at, at + 16).flatMap(({ row, picture }) => {
        const place = { id: row.id, area: 'upload', folder: String(row.folder) } as const
        return [store.put(pathOf(place), picture.bytes), store.put(thumbnailPathOf(place), picture.thumbnail)]
      }),
    )
  }
  return hung.map(({ row }) => ({ row }))
}
