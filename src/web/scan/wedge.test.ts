import { describe, expect, it } from 'vitest'
import { type Key, wedge } from './wedge.ts'

type Press = [key: string, gap: number, more?: Partial<Key>]

const CODE = '8934563138165'
const CARD = '079190000001||Nguyễn Thị Hoa|17051990|Nữ|12 Lê Lợi, Quận 1|25042021'
const ENTER: Press = ['Enter', 9]

/** Keys with the time since the one before, as a browser tells them. */
function play(presses: readonly Press[]) {
  const judge = wedge()
  let at = 1000
  let page = ''
  const codes: string[] = []
  for (const [key, gap, more] of presses) {
    at += gap
    const plain = { code: '', repeat: false, isComposing: false, ctrlKey: false, altKey: false, metaKey: false }
    page += judge.giveBack(at)
    const landed = judge.landed()
    const { is, code, back = '' } = judge.take({ ...plain, key, timeStamp: at, ...more })
    page += back
    if (code !== undefined) {
      codes.push(code)
      if (landed > 0) page = page.slice(0, -landed)
    } else if ((is === 'passed' || is === 'begun') && !more?.ctrlKey)
      page =
        key === 'Backspace' ? page.slice(0, -1) : key.length === 1 ? page + key : page + (key === 'Enter' ? '⏎' : '')
  }
  page += judge.giveBack(at + 1000)
  return { codes, page }
}

const scanned = (text: string, gaps: readonly number[], end: Press = ENTER): Press[] => [
  ...[...text].map((key, at): Press => [key, at === 0 ? 800 : (gaps[at % gaps.length] ?? 0)]),
  end,
]
const typed = (text: string, gaps: readonly number[]): Press[] =>
  [...text].map((key, at) => [key === '⏎' ? 'Enter' : key, gaps[at % gaps.length] ?? 0])

describe('a hand scanner is heard', () => {
  it.each<[string, Press[], string]>([
    ['by cable, a key each millisecond', scanned(CODE, [1, 1, 2, 1]), CODE],
    ['by cable, a key every eight', scanned(CODE, [8, 8, 7, 9]), CODE],
    ['all keys at one moment', scanned(CODE, [0], ['Enter', 0]), CODE],
    ['through a slow remote desktop', scanned(CODE, [16, 31, 16, 47]), CODE],
    ['by Bluetooth, two keys at a time', scanned(CODE, [0, 45, 1, 38]), CODE],
    ['by Bluetooth, with a pause in between', scanned(CODE, [11, 12, 88, 11, 10, 11, 12]), CODE],
    ['a citizen card, with the letters of its name', scanned(CARD, [8]), CARD],
    ['ended by Tab', scanned(CODE, [8], ['Tab', 8]), CODE],
    ['with the Enter a little late', scanned(CODE, [8], ['Enter', 90]), CODE],
    [
      'a QR code with letters, each capital after its Shift',
      scanned('S03/A-1047', [9]).flatMap((press): Press[] =>
        /[A-Z]/.test(press[0]) && press[0].length === 1
          ? [
              ['Shift', press[1]],
              [press[0], 1],
            ]
          : [press],
      ),
      'S03/A-1047',
    ],
    [
      'on the Vietnamese layout, whose row of digits writes letters',
      [
        ...[...'8934563138165'].map(
          (digit, at): Press => [
            '₫ăâêô\u0300\u0309\u0303\u0301đ'.at(Number(digit)) ?? digit,
            at === 0 ? 500 : 8,
            { code: `Digit${digit}` },
          ],
        ),
        ENTER,
      ],
      CODE,
    ],
  ])('%s', (_, presses, code) => {
    const { codes, page } = play(presses)
    expect(codes).toEqual([code])
    expect(page).toBe('')
  })

  it('and what was typed before it stays', () => {
    const { codes, page } = play([...typed('2 áo', [140]), ...scanned(CODE, [8])])
    expect([codes, page]).toEqual([[CODE], '2 áo'])
  })

  it('twice in a row, and an Enter that follows the first does nothing', () => {
    const { codes, page } = play([...scanned(CODE, [5]), ['Enter', 4], ...scanned('96385074', [5])])
    expect([codes, page]).toEqual([[CODE, '96385074'], ''])
  })

  it('and an Enter by hand is the page’s, even where the times of the scanner are ahead of it', () => {
    const { codes, page } = play([...scanned(CODE, [8]), ['Enter', -60]])
    expect([codes, page]).toEqual([[CODE], '⏎'])
  })
})

describe('what hands do is no scan, and nothing of it is lost', () => {
  it.each<[string, Press[], string]>([
    ['a slow typist and Enter', typed('8934563138165⏎', [420, 380, 510]), '8934563138165⏎'],
    ['a quick one with ten fingers', typed('giao hàng trong ngày⏎', [95, 110, 80, 70, 130]), 'giao hàng trong ngày⏎'],
    ['the quickest on the number pad', typed('0912345678⏎', [62, 71, 55, 80, 66]), '0912345678⏎'],
    [
      'a roll of four fingers, then the rest',
      typed('asdf jkl⏎', [400, 18, 22, 19, 210, 150, 20, 190, 240]),
      'asdf jkl⏎',
    ],
    ['three keys at once and Enter', typed('123⏎', [300, 12, 14, 30]), '123⏎'],
    [
      'a key held down',
      [['1', 300], ...Array.from({ length: 12 }, (): Press => ['1', 33, { repeat: true }]), ['Enter', 60]],
      `${'1'.repeat(13)}⏎`,
    ],
    [
      'Telex, whose program erases and writes anew at once',
      [
        ...typed('tie', [140, 120, 130]),
        ['Backspace', 2],
        ['ê', 1],
        ['n', 150],
        ['g', 140],
        ['Backspace', 1],
        ['Backspace', 1],
        ['Backspace', 1],
        ['ế', 1],
        ['n', 1],
        ['g', 1],
        ['Enter', 170],
      ],
      'tiếng⏎',
    ],
    [
      'VNI, whose digits are tones',
      [
        ['t', 150],
        ['i', 130],
        ['e', 140],
        ['Backspace', 1],
        ['ê', 1],
        ['Backspace', 120],
        ['ế', 1],
        ['n', 140],
        ['g', 110],
        ['Enter', 160],
      ],
      'tiếng⏎',
    ],
    [
      'an input method that composes',
      [...[...'한글입력'].map((key): Press => [key, 4, { isComposing: true }]), ['Enter', 5, { isComposing: true }]],
      '한글입력⏎',
    ],
    ['text that a program expands, without an end', typed('Trân trọng, cửa hàng S03', [1]), 'Trân trọng, cửa hàng S03'],
    ['digits that a program writes, without an end', typed('8934563138165', [2]), '8934563138165'],
    ['and with an Enter by hand after it', [...typed('8934563138165', [2]), ['Enter', 400]], '8934563138165⏎'],
    [
      'shortcuts one after the other',
      [
        ['a', 200, { ctrlKey: true }],
        ['c', 20, { ctrlKey: true }],
        ['v', 20, { ctrlKey: true }],
        ['Enter', 20],
      ],
      '⏎',
    ],
  ])('%s', (_, presses, page) => {
    const found = play(presses)
    expect(found.codes).toEqual([])
    expect(found.page).toBe(page)
  })
})
