import type { Chance } from '../random.ts'
import type { Picture } from '../words/story.ts'
import { around, bottle, car, carton, frame, GOODS, many, person, rect, shadow, tin } from './drawing.ts'

/** Drawn scenes of a supermarket, on a ground of 1200 x 900, without lettering: not every machine has fonts. */
export const SCENES: Record<Picture, (chance: Chance) => string> = {
  shelf,
  receipt,
  product,
  parking,
  counter,
  parcel,
  floor,
  label,
}

function shelf(chance: Chance): string {
  const row = (at: number) => {
    const base = 250 + at * 225
    const kind = chance.pick([bottle, carton, tin])
    const height = kind === tin ? 105 : around(chance, 160, 15)
    const width = kind === bottle ? 54 : kind === tin ? 78 : 88
    let colour = chance.pick(GOODS)
    const goods = many(Math.ceil(1260 / (width + 8)), (place) => {
      if (place % 5 === 0) colour = chance.pick(GOODS)
      return chance.happens(at === 1 ? 0.4 : 0.1) ? '' : kind(-20 + place * (width + 8), base, width, height, colour)
    })
    const prices = many(
      7,
      (place) =>
        `${rect(30 + place * 175, base + 8, 86, 30, '#fff', 'rx="3"')}${rect(38 + place * 175, base + 15, 46, 6, '#c0392b')}${rect(38 + place * 175, base + 26, 64, 4, '#59636e')}`,
    )
    return `${rect(-50, base - 205, 1300, 205, '#39434f')}${rect(-50, base - 205, 1300, 40, '#000', 'opacity=".35"')}${goods}${rect(-50, base, 1300, 44, '#e9ecef')}${rect(-50, base + 40, 1300, 8, '#8b949e')}${prices}`
  }
  return frame(chance, rect(-60, -60, 1320, 1020, '#29313b'), many(4, row))
}

function receipt(chance: Chance): string {
  const table = chance.pick(['#8d6748', '#a9805b', '#6d5a4b', '#b8b3aa'])
  const grain = many(14, (at) => rect(-60, at * 75 + around(chance, 0, 12), 1320, 3, '#000', 'opacity=".09"'))
  const bars = many(42, (at) => rect(455 + at * 7, 745, chance.whole(2, 5), 62, '#22262b'))
  const lines = many(11, (at) => {
    const y = 250 + at * 36
    return `${rect(430, y, around(chance, 170, 50), 9, '#5d646c')}${rect(690, y, around(chance, 66, 14), 9, '#5d646c')}`
  })
  const ring = chance.happens(0.7)
    ? `<ellipse cx="700" cy="${250 + chance.whole(2, 9) * 36}" rx="115" ry="26" fill="none" stroke="#d33a2c" stroke-width="7" opacity=".85"/>`
    : ''
  return frame(
    chance,
    rect(-60, -60, 1320, 1020, table),
    grain,
    shadow(610, 480, 260, 400),
    `<path d="M385 70 L815 58 L825 850 L800 836 L775 852 L750 838 L725 853 L700 839 L675 854 L650 840 L625 855 L600 841 L575 856 L550 842 L525 857 L500 843 L475 858 L450 844 L425 859 L392 846Z" fill="#fbfaf6"/>`,
    rect(500, 110, 200, 26, '#2c3138', 'rx="4"'),
    rect(460, 155, 280, 8, '#7b828a'),
    rect(490, 176, 220, 8, '#7b828a'),
    rect(430, 215, 340, 3, '#9aa1a9'),
    lines,
    rect(430, 660, 340, 3, '#9aa1a9'),
    rect(430, 685, 120, 20, '#2c3138'),
    rect(650, 685, 120, 20, '#2c3138'),
    bars,
    ring,
  )
}

function product(chance: Chance): string {
  const colour = chance.pick(GOODS)
  const isTray = chance.happens(0.65)
  const board = chance.pick(['#d9c7a8', '#c7b9a3', '#e4e2dd', '#b99d7c'])
  const ground = `${rect(-60, -60, 1320, 1020, chance.pick(['#cfd6d4', '#e3d9cb', '#bcc6cf']))}${rect(-60, 520, 1320, 460, board)}${many(6, (at) => rect(-60, 560 + at * 62, 1320, 2, '#000', 'opacity=".07"'))}`
  if (!isTray)
    return frame(
      chance,
      ground,
      shadow(600, 770, 240, 40),
      bottle(490, 770, 220, 600, colour),
      `<path d="M560 460 q40 60 -6 130 q60 40 12 120" fill="none" stroke="#3a2b20" stroke-width="5" opacity=".55"/>`,
    )
  return frame(
    chance,
    ground,
    shadow(600, 700, 400, 60),
    rect(235, 320, 730, 380, '#20242a', 'rx="46"'),
    rect(262, 345, 676, 330, '#2d333b', 'rx="34"'),
    spoiltFood(chance),
    rect(235, 320, 730, 380, '#fff', 'rx="46" opacity=".1"'),
    `<path d="M290 350 L560 350 L420 690 L262 690Z" fill="#fff" opacity=".13"/>`,
    rect(700, 560, 220, 120, '#fdfdfb', 'rx="6"'),
    rect(716, 576, 120, 14, '#2c3138'),
    rect(716, 604, 80, 10, '#c0392b'),
    many(26, (at) => rect(716 + at * 7, 628, chance.whole(2, 5), 38, '#22262b')),
  )
}

function spoiltFood(chance: Chance): string {
  const flesh = chance.pick(['#d9675a', '#e8a05c', '#7fae54', '#efc9a0', '#d96a8a'])
  const pieces = many(13, (at) => {
    const [x, y] = [
      360 + (at % 5) * 118 + around(chance, 0, 16),
      410 + Math.floor(at / 5) * 105 + around(chance, 0, 10),
    ]
    return `<ellipse cx="${x}" cy="${y}" rx="${around(chance, 66, 9)}" ry="${around(chance, 50, 7)}" fill="${flesh}" transform="rotate(${around(chance, 0, 40)} ${x} ${y})"/><ellipse cx="${x - 16}" cy="${y - 14}" rx="22" ry="11" fill="#fff" opacity=".3"/>`
  })
  const mould = many(
    chance.whole(4, 8),
    () =>
      `<circle cx="${around(chance, 600, 190)}" cy="${around(chance, 520, 90)}" r="${chance.whole(9, 30)}" fill="#5c6b4f" opacity=".72"/>`,
  )
  return pieces + mould
}

function parking(chance: Chance): string {
  const paints = ['#b23a30', '#d8dbde', '#2d4a66', '#4a5058', '#e7e3d6', '#1f2937', '#7b8794']
  const lines = many(
    6,
    (at) =>
      `<path d="M${-20 + at * 250} 900 L${180 + at * 165} 470 L${190 + at * 165} 470 L${4 + at * 250} 900Z" fill="#e8e4d8" opacity=".85"/>`,
  )
  const lamps = many(
    4,
    (at) =>
      `${rect(120 + at * 290, 96, 180, 12, '#fffbe0')}<ellipse cx="${210 + at * 290}" cy="130" rx="170" ry="70" fill="#fff6c9" opacity=".16"/>`,
  )
  const pillar = (x: number) =>
    `${rect(x, 60, 78, 620, '#8f979e')}${rect(x, 60, 22, 620, '#000', 'opacity=".16"')}${many(6, (at) => rect(x, 470 + at * 35, 78, 18, at % 2 ? '#22262b' : '#e8b82f'))}`
  const scratch = chance.happens(0.5)
    ? '<path d="M470 700 l150 -26 m-120 52 l140 -30" stroke="#f2f2f2" stroke-width="6" opacity=".9"/>'
    : ''
  return frame(
    chance,
    rect(-60, -60, 1320, 520, '#4b535b'),
    rect(-60, 440, 1320, 520, '#5f666d'),
    rect(-60, 40, 1320, 46, '#3a4148'),
    lamps,
    lines,
    many(4, (at) => car(-40 + at * 330, 380 + around(chance, 0, 8), chance.pick(paints), 0.86)),
    pillar(chance.pick([210, 560, 900])),
    car(around(chance, 330, 90), 560, chance.pick(paints), 1.65),
    scratch,
  )
}

function counter(chance: Chance): string {
  const shirts = ['#b5475f', '#3f7f5f', '#e0913a', '#5b6f9a', '#d8b24a', '#8a5a9e', '#c9ced6']
  const lanes = many(
    4,
    (at) =>
      `${rect(60 + at * 300, 90, 130, 70, at === 1 ? '#2f9e62' : '#8b949e', 'rx="10"')}${rect(104 + at * 300, 106, 42, 38, '#fff', 'rx="5" opacity=".9"')}${rect(121 + at * 300, 0, 8, 92, '#616a73')}`,
  )
  const till = (x: number) =>
    `${rect(x, 520, 250, 260, '#dfe3e8', 'rx="12"')}${rect(x, 505, 250, 34, '#39434f', 'rx="8"')}${rect(x + 160, 400, 76, 60, '#1d232b', 'rx="6"')}${rect(x + 167, 407, 62, 42, '#7fc7e8')}${rect(x + 192, 460, 12, 48, '#1d232b')}`
  return frame(
    chance,
    rect(-60, -60, 1320, 1020, '#e7ebee'),
    rect(-60, -60, 1320, 300, '#cfd8de'),
    rect(-60, 700, 1320, 280, '#c3b8a8'),
    many(9, (at) => rect(-60, 720 + at * 26, 1320, 2, '#000', 'opacity=".07"')),
    lanes,
    person(250, 270, '#0f6e84', chance),
    till(150),
    till(760),
    many(chance.whole(4, 6), (at) => person(470 + at * 122, 400 + around(chance, 40, 36), chance.pick(shirts), chance)),
  )
}

function parcel(chance: Chance): string {
  const box = chance.pick(['#c29a66', '#b98b56', '#cfae7c'])
  const door = chance.pick(['#6b4d38', '#42545f', '#7c6a58'])
  const damage = chance.happens(0.6)
    ? `<path d="M360 590 l60 34 l-20 44 l66 30 l-16 62 L340 760Z" fill="#7a5a36"/><path d="M380 770 q120 34 250 12 q90 30 -30 44 q-160 22 -270 -8Z" fill="#6fa8c9" opacity=".6"/>`
    : ''
  return frame(
    chance,
    rect(-60, -60, 1320, 1020, '#d8d2c6'),
    rect(180, -60, 620, 690, door),
    many(2, (at) => rect(235 + at * 270, 30, 235, 250, '#000', 'opacity=".14" rx="8"')),
    many(2, (at) => rect(235 + at * 270, 330, 235, 250, '#000', 'opacity=".14" rx="8"')),
    '<circle cx="752" cy="330" r="18" fill="#d7b563"/>',
    rect(-60, 630, 1320, 350, '#a7a096'),
    many(8, (at) => rect(-60 + at * 180, 630, 3, 350, '#000', 'opacity=".12"')),
    shadow(610, 830, 330, 46),
    `<path d="M340 500 L880 500 L900 820 L330 820Z" fill="${box}"/><path d="M340 500 L430 420 L800 420 L880 500Z" fill="#dcbd8c"/>`,
    rect(575, 420, 66, 400, '#e9dcbc', 'opacity=".75"'),
    rect(680, 620, 160, 110, '#fbfaf6', 'rx="4"'),
    many(18, (at) => rect(692 + at * 7, 690, chance.whole(2, 5), 30, '#22262b')),
    rect(692, 634, 90, 9, '#5d646c'),
    rect(692, 652, 120, 9, '#5d646c'),
    damage,
  )
}

function floor(chance: Chance): string {
  const tiles = many(15, (at) => `<path d="M600 330 L${-900 + at * 215} 960" stroke="#9aa3ab" stroke-width="3"/>`)
  const rows = many(9, (at) => rect(-60, 330 + at * at * 9, 1320, 2, '#9aa3ab'))
  const side = (left: boolean) => {
    const edge = left ? -60 : 1260
    const inner = left ? 470 : 730
    return `<path d="M${edge} 20 L${inner} 220 L${inner} 350 L${edge} 800Z" fill="#3c4650"/>${many(4, (at) => `<path d="M${edge} ${170 + at * 165} L${inner} ${248 + at * 34} " stroke="#dfe4e8" stroke-width="12"/>`)}${many(13, (at) => `<circle cx="${left ? 20 + at * 35 : 1180 - at * 35}" cy="${300 + at * -2 + (at % 3) * (150 - at * 9)}" r="${30 - at * 1.5}" fill="${chance.pick(GOODS)}"/>`)}`
  }
  const wet = `<path d="M330 760 q90 -90 260 -60 q220 -50 290 50 q50 80 -150 96 q-280 40 -400 -86Z" fill="#7fb0cc" opacity=".55"/><path d="M430 740 q120 -40 250 -16" stroke="#fff" stroke-width="9" opacity=".6" fill="none"/>`
  const boxes = many(4, (at) =>
    carton(400 + at * 105 + around(chance, 0, 12), 800 - (at % 2) * 20, 120, around(chance, 160, 40), '#b98b56'),
  )
  return frame(
    chance,
    rect(-60, -60, 1320, 400, '#dfe6ea'),
    many(5, (at) => rect(180 + at * 200, 40 + at * 6, 120, 14, '#fffef0')),
    rect(-60, 330, 1320, 640, '#cfd5d9'),
    tiles,
    rows,
    side(true),
    side(false),
    chance.happens(0.55) ? wet : boxes,
    chance.happens(0.4)
      ? '<path d="M880 800 L930 610 L980 800Z" fill="#f2b632"/><path d="M905 705 h50" stroke="#22262b" stroke-width="10"/>'
      : '',
  )
}

function label(chance: Chance): string {
  const yellow = chance.pick(['#ffd93b', '#ffcf2f', '#f7f3e6'])
  const digit = (x: number, y: number, height: number) => {
    const lit = chance.pick(['1110111', '0010010', '1011101', '1011011', '0111010', '1101011', '1111111', '1111011'])
    const [wide, half] = [height * 0.5, height / 2]
    const bars: [number, number, number, number][] = [
      [0, 0, wide, 14],
      [0, 0, 14, half],
      [wide - 14, 0, 14, half],
      [0, half - 7, wide, 14],
      [0, half, 14, half],
      [wide - 14, half, 14, half],
      [0, height - 14, wide, 14],
    ]
    return bars
      .map(([dx, dy, w, h], at) => (lit[at] === '1' ? rect(x + dx, y + dy, w, h, '#c22a1c', 'rx="4"') : ''))
      .join('')
  }
  return frame(
    chance,
    rect(-60, -60, 1320, 1020, '#303943'),
    many(11, (at) =>
      carton(
        -30 + at * 116,
        360,
        106,
        around(chance, 300, 30),
        GOODS[(at + chance.whole(0, 2)) % GOODS.length] ?? '#888',
      ),
    ),
    rect(-60, 360, 1320, 470, '#dfe3e7'),
    rect(-60, 360, 1320, 18, '#fff', 'opacity=".7"'),
    rect(-60, 820, 1320, 160, '#20262d'),
    shadow(610, 600, 400, 200, 0.22),
    rect(220, 410, 780, 370, '#fdfdfb', 'rx="10"'),
    rect(220, 410, 780, 84, '#c22a1c', 'rx="10"'),
    rect(250, 438, 320, 26, '#fff', 'rx="4" opacity=".95"'),
    rect(220, 494, 780, 286, yellow),
    many(5, (at) => digit(270 + at * 118 + (at > 1 ? 24 : 0), 545, 150)),
    rect(880, 545, 90, 20, '#3a4048'),
    rect(880, 578, 70, 12, '#3a4048'),
    many(34, (at) => rect(270 + at * 8, 722, chance.whole(2, 6), 42, '#22262b')),
    rect(620, 735, 240, 12, '#3a4048'),
  )
}
