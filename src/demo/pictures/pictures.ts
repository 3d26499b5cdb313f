import sharp from 'sharp'
import { thumbnailOf } from '../../server/files/image.ts'
import { Chance } from '../random.ts'
import type { Picture } from '../words/story.ts'
import { HEIGHT, WIDTH } from './drawing.ts'
import { SCENES } from './illustrations.ts'

export interface Drawn {
  bytes: Uint8Array
  thumbnail: Uint8Array
  width: number
  height: number
}

const OF_EACH = 5

/** Draws the pictures that the complaints share: five of each scene. */
export async function drawPictures(seed: number): Promise<Record<Picture, Drawn[]>> {
  const scenes = Object.entries(SCENES).flatMap(([name, scene], at) =>
    Array.from({ length: OF_EACH }, (_, turn) => ({
      name,
      svg: scene(new Chance(seed * 7919 + at * 104_729 + turn * 1_299_709)),
    })),
  )
  const drawn = await Promise.all(scenes.map(async ({ name, svg }) => ({ name, picture: await photograph(svg) })))
  const byName = Object.groupBy(drawn, (one) => one.name)
  return Object.fromEntries(
    Object.entries(byName).map(([name, all]) => [name, (all ?? []).map((one) => one.picture)]),
  ) as Record<Picture, Drawn[]> // every scene was drawn
}

/** A parcel in the colour of its gift, with a ribbon. */
export const drawGift = (colour: string): Promise<Drawn> =>
  photograph(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 960 720">
<rect width="960" height="720" fill="#f4efe6"/><ellipse cx="480" cy="610" rx="300" ry="36" fill="#000" opacity=".16"/>
<rect x="240" y="300" width="480" height="310" rx="14" fill="${colour}"/><rect x="240" y="300" width="480" height="70" fill="#000" opacity=".14"/>
<rect x="210" y="240" width="540" height="92" rx="14" fill="${colour}"/><rect x="210" y="240" width="540" height="92" rx="14" fill="#fff" opacity=".16"/>
<rect x="440" y="240" width="80" height="370" fill="#fff" opacity=".88"/>
<path d="M480 236 C420 120 290 130 300 200 C306 244 410 246 480 236 C550 246 654 244 660 200 C670 130 540 120 480 236Z" fill="none" stroke="#fff" stroke-width="34" stroke-linejoin="round"/>
<circle cx="480" cy="232" r="32" fill="#fff"/></svg>`)

/** A portrait in plain shapes. */
export async function drawPortrait(seed: number, isWoman: boolean): Promise<Drawn> {
  const bytes = await sharp(Buffer.from(portrait(new Chance(seed), isWoman)))
    .jpeg({ quality: 86 })
    .toBuffer()
  return { bytes, thumbnail: await thumbnailOf(bytes), width: SIDE, height: SIDE }
}

async function photograph(svg: string): Promise<Drawn> {
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
  return { bytes, thumbnail: await thumbnailOf(bytes), width: WIDTH, height: HEIGHT }
}

const SIDE = 256

function portrait(chance: Chance, isWoman: boolean): string {
  const [light, deep] = chance.pick([
    ['#f6d365', '#fda085'],
    ['#a1c4fd', '#c2e9fb'],
    ['#84fab0', '#8fd3f4'],
    ['#d4c4fb', '#a6b8f5'],
    ['#ffe0c3', '#f7b7a3'],
    ['#cfd9df', '#a9bcc9'],
  ] as const)
  const skin = chance.pick(['#f1c9a5', '#e3b48c', '#f5d4b6', '#d8a47c'])
  const hair = chance.pick(['#1d1a18', '#2b211b', '#3b2c22', '#15171c'])
  const shirt = chance.pick(['#1f6f8b', '#2f4858', '#99425a', '#3f7f5f', '#e8ecef', '#4a4e8f'])
  const long = isWoman
    ? `<path d="M70 118 Q62 30 128 30 Q194 30 186 118 L194 206 Q160 226 128 222 Q96 226 62 206Z" fill="${hair}"/>`
    : ''
  const fringe = isWoman
    ? 'M80 106 Q84 50 130 50 Q176 52 176 106 Q160 78 126 76 Q98 78 80 106Z'
    : 'M78 104 Q72 44 128 42 Q184 44 178 104 Q172 76 150 72 Q120 82 92 74 Q82 84 78 104Z'
  const glasses = chance.happens(0.25)
    ? '<g fill="none" stroke="#2b2f36" stroke-width="3"><circle cx="108" cy="118" r="15"/><circle cx="148" cy="118" r="15"/><path d="M123 118h10"/></g>'
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient></defs>
<rect width="256" height="256" fill="url(#g)"/>${long}<path d="M34 270 Q40 196 104 188 L152 188 Q216 196 222 270Z" fill="${shirt}"/><path d="M104 186 L128 216 L152 186 L150 168 L106 168Z" fill="${skin}"/>
<ellipse cx="128" cy="120" rx="48" ry="58" fill="${skin}"/><path d="${fringe}" fill="${hair}"/><circle cx="109" cy="120" r="5" fill="#2a1f18"/><circle cx="147" cy="120" r="5" fill="#2a1f18"/>
<path d="M99 108 q10 -6 20 0 M137 108 q10 -6 20 0" stroke="${hair}" stroke-width="4" fill="none" stroke-linecap="round"/><path d="M110 148 Q128 ${chance.whole(160, 168)} 146 148" stroke="#a6493f" stroke-width="5" fill="none" stroke-linecap="round"/>${glasses}</svg>`
}
