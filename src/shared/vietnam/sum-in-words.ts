import type { Language } from '../language.ts'

/** Whole đồng in words, as a bill or a receipt says them: 105000 is 'Một trăm linh năm nghìn đồng chẵn'. */
export function sumInWords(dong: number, language: Language): string {
  const words = SAY[language](Math.abs(dong))
  const said = dong < 0 ? `${MINUS[language]} ${words}` : words
  return said.charAt(0).toUpperCase() + said.slice(1)
}

const MINUS: Record<Language, string> = { vi: 'âm', en: 'minus', ko: '마이너스' }

const SAY: Record<Language, (dong: number) => string> = {
  vi: (dong) => `${vietnamese(dong)} đồng${dong > 0 && dong % 1000 === 0 ? ' chẵn' : ''}`,
  en: (dong) => `${english(dong)} dong`,
  ko: (dong) => `${korean(dong)} 동`,
}

/** The digits of a number in groups, the last group first. */
function groupsOf(n: number, size: number): number[] {
  const base = 10 ** size
  const groups: number[] = []
  for (let rest = n; rest > 0; rest = Math.floor(rest / base)) groups.push(rest % base)
  return groups
}

const VI = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín'] as const
const VI_GROUPS = ['', 'nghìn', 'triệu'] as const

/** From a billion on, what stands before it is read as a number of its own: 'một nghìn tỷ'. */
function vietnamese(n: number, isInside = false): string {
  if (n === 0) return VI[0]
  if (n >= 1e9) {
    const rest = n % 1e9
    return `${vietnamese(Math.floor(n / 1e9), isInside)} tỷ${rest > 0 ? ` ${vietnamese(rest, true)}` : ''}`
  }
  const groups = groupsOf(n, 3)
  return groups
    .map((group, at) => {
      if (group === 0) return ''
      const hundreds = vietnameseHundreds(group, isInside || at < groups.length - 1)
      return `${hundreds} ${VI_GROUPS[at] ?? ''}`.trim()
    })
    .toReversed()
    .filter(Boolean)
    .join(' ')
}

/** One group of three digits; after a larger one its empty places are read: 'không trăm linh năm'. */
function vietnameseHundreds(n: number, isInside: boolean): string {
  const [hundred, ten, one] = [Math.floor(n / 100), Math.floor(n / 10) % 10, n % 10]
  const hasHundred = hundred > 0 || isInside
  const parts = hasHundred ? [`${VI[hundred]} trăm`] : []
  if (ten > 1) parts.push(`${VI[ten]} mươi`)
  if (ten === 1) parts.push('mười')
  if (ten === 0 && one > 0 && hasHundred) parts.push('linh')
  if (one > 0) parts.push(vietnameseOne(one, ten))
  return parts.join(' ')
}

function vietnameseOne(one: number, ten: number): string {
  if (one === 1 && ten > 1) return 'mốt'
  if (one === 4 && ten > 1) return 'tư'
  if (one === 5 && ten > 0) return 'lăm'
  return VI[one] ?? ''
}

const TEENS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const EN_GROUPS = ['', ' thousand', ' million', ' billion', ' trillion'] as const

function english(n: number): string {
  if (n === 0) return 'zero'
  return groupsOf(n, 3)
    .map((group, at) => (group === 0 ? '' : `${englishHundreds(group, at === 0 && n > 999)}${EN_GROUPS[at] ?? ''}`))
    .toReversed()
    .filter(Boolean)
    .join(' ')
}

/** `isLast`: below a hundred it is joined to what stands before: 'one thousand and five'. */
function englishHundreds(n: number, isLast: boolean): string {
  const [hundred, rest] = [Math.floor(n / 100), n % 100]
  const ten = TENS[Math.floor(rest / 10)]
  const small = rest < 20 ? TEENS[rest] : rest % 10 > 0 ? `${ten}-${TEENS[rest % 10]}` : ten
  if (hundred === 0) return `${isLast ? 'and ' : ''}${small}`
  return `${TEENS[hundred]} hundred${rest > 0 ? ` and ${small}` : ''}`
}

const KO = ['', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구'] as const
const KO_PLACES = ['', '십', '백', '천'] as const
const KO_GROUPS = ['', '만', '억', '조'] as const

/** Spaced at every fourth digit, as the spelling rules have it (한글 맞춤법 44). */
function korean(n: number): string {
  if (n === 0) return '영'
  return groupsOf(n, 4)
    .map((group, at) => (group === 0 ? '' : `${koreanThousands(group)}${KO_GROUPS[at] ?? ''}`))
    .toReversed()
    .filter(Boolean)
    .join(' ')
}

/** A one before ten, hundred and thousand is not said. */
const koreanThousands = (n: number): string =>
  groupsOf(n, 1)
    .map((digit, at) => (digit === 0 ? '' : `${digit === 1 && at > 0 ? '' : KO[digit]}${KO_PLACES[at] ?? ''}`))
    .toReversed()
    .join('')
