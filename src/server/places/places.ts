import { readFileSync } from 'node:fs'
import type { FormerProvince, FormerWard, Province, Ward } from '../../shared/vietnam/places.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'

interface File {
  provinces: [code: string, name: string][]
  wards: Record<string, [code: string, name: string][]>
  former: Record<string, { province: string; districts: Record<string, Record<string, string[]>> }>
}

const FILE = new URL('./vietnam.json', import.meta.url)
const MOST_FOUND = 50
const ANSWERS_MOST = 2000

let read: Places | undefined
/** Vietnam's administrative units in both models; read once, when somebody first asks. */
export const places = (): Places => (read ??= new Places(JSON.parse(readFileSync(FILE, 'utf8')) as File)) // our own file

class Places {
  readonly provinces: Province[]
  readonly formerProvinces: FormerProvince[]
  readonly #wards = new Map<string, Ward>()
  readonly #byProvince = new Map<string, Ward[]>()
  readonly #former: FormerWard[]
  readonly #provincesNamed = new Answers<Province | undefined>()
  readonly #wardsNamed = new Answers<Ward | undefined>()

  constructor(file: File) {
    const names = new Map(file.provinces)
    this.provinces = file.provinces.map(([code, name]) => ({ code, name })).toSorted(byName)
    for (const [province_code, wards] of Object.entries(file.wards))
      for (const [code, name] of wards)
        this.#wards.set(code, { code, name, province_code, province: names.get(province_code) ?? '' })
    this.formerProvinces = Object.entries(file.former)
      .map(([name, { province }]) => ({ name, province_code: province, province: names.get(province) ?? '' }))
      .toSorted(byName)
    this.#former = Object.entries(file.former).flatMap(([province, { districts }]) =>
      Object.entries(districts).flatMap(([district, wards]) =>
        Object.entries(wards).map(([ward, codes]) => ({ ward, district, province, now: this.#all(codes) })),
      ),
    )
  }

  ward(code: string): Ward | undefined {
    return this.#wards.get(code)
  }

  province(code: string): Province | undefined {
    return this.provinces.find((one) => one.code === code)
  }

  wardsOf(provinceCode: string): Ward[] {
    const known = this.#byProvince.get(provinceCode)
    if (known) return known
    const found = [...this.#wards.values()].filter((ward) => ward.province_code === provinceCode).toSorted(byName)
    if (found.length > 0) this.#byProvince.set(provinceCode, found)
    return found
  }

  formerWardsOf(province: string): FormerWard[] {
    const isMeant = callsFor(province)
    return this.#former.filter((one) => isMeant(one.province))
  }

  searchProvinces(words: string): Province[] {
    return best(this.provinces, words, ({ name }) => [name])
  }

  /** Wards whose name, with its province's, holds every word, best first; with or without accents. */
  search(words: string, provinceCode?: string): Ward[] {
    const among = [...this.#wards.values()].filter((ward) => !provinceCode || ward.province_code === provinceCode)
    return best(among, words, ({ name, province }) => [name, province])
  }

  searchFormer(words: string, province?: string): FormerWard[] {
    return best(province ? this.formerWardsOf(province) : this.#former, words, (one) => [
      one.ward,
      one.district,
      one.province,
    ])
  }

  /** A province by its name however written: with or without accents and 'Tỉnh', 'Thành phố', 'TP.'. */
  provinceNamed(name: string): Province | undefined {
    return this.#provincesNamed.of(name, () => {
      const isMeant = callsFor(name)
      return this.provinces.find((one) => isMeant(one.name))
    })
  }

  formerProvinceNamed(name: string): FormerProvince | undefined {
    const isMeant = callsFor(name)
    return this.formerProvinces.find((one) => isMeant(one.name))
  }

  /** The ward of a province by its name; undefined where none or several are called so. */
  wardNamed(name: string, provinceCode: string): Ward | undefined {
    return this.#wardsNamed.of(`${provinceCode} ${name}`, () => this.#wardCalled(name, provinceCode))
  }

  #wardCalled(name: string, provinceCode: string): Ward | undefined {
    const here = this.wardsOf(provinceCode)
    const isMeant = callsFor(name)
    const tries = [
      (ward: Ward) => ward.name === name,
      (ward: Ward) => normalizeText(ward.name) === normalizeText(name),
      (ward: Ward) => isMeant(ward.name),
    ]
    for (const isSo of tries) {
      const found = here.filter(isSo)
      if (found.length > 0) return only(found)
    }
    return undefined
  }

  /** The former ward of these names; undefined where none or several are called so. */
  formerWardNamed(ward: string, district: string, province: string): FormerWard | undefined {
    const [isDistrict, isWard] = [callsFor(district), callsFor(ward)]
    const here = this.formerWardsOf(province).filter((one) => isDistrict(one.district))
    const exact = here.filter((one) => normalizeText(one.ward) === normalizeText(ward))
    return only(exact.length > 0 ? exact : here.filter((one) => isWard(one.ward)))
  }

  #all(codes: readonly string[]): Ward[] {
    return codes.flatMap((code) => this.#wards.get(code) ?? [])
  }
}

/** The last answers by question: the rows of a workbook ask the same thousands of times. */
class Answers<A> {
  readonly #known = new Map<string, A>()

  of(question: string, find: () => A): A {
    const known = this.#known.get(question)
    if (known !== undefined || this.#known.has(question)) return known as A
    if (this.#known.size >= ANSWERS_MOST) this.#known.clear()
    const found = find()
    this.#known.set(question, found)
    return found
  }
}

const KINDS = /^(thanh pho|tinh|tp|thi xa|thi tran|quan|huyen|phuong|xa|dac khu|tx|tt|q|h|p)(?:\.\s*|\s+)(?=\S)/

/** A unit's name without what it is: 'TP. Hồ Chí Minh' and 'Thành phố Hồ Chí Minh' are 'ho chi minh'. */
function bareName(name: string): string {
  const plain = normalizeText(name.trim()).replace(/\s+/g, ' ')
  const bare = plain.replace(KINDS, '')
  return OTHER_NAMES[bare] ?? bare.replace(/^0+(?=\d)/, '')
}

const OTHER_NAMES: Record<string, string> = { 'thua thien hue': 'hue', hcm: 'ho chi minh', 'tp hcm': 'ho chi minh' }

/** Whether a unit may be meant by a name; 'Tịnh Biên' is no province called Biên. A workbook asks this ten thousand times. */
function callsFor(name: string): (unit: string) => boolean {
  const meant = [bareName(name), normalizeText(name.trim())]
  return (unit) => {
    const bare = bareUnits.get(unit) ?? bareName(unit)
    bareUnits.set(unit, bare)
    return meant.includes(bare)
  }
}
/** Of the units there are, so that it does not grow with what is asked. */
const bareUnits = new Map<string, string>()

const only = <T>(found: T[] | undefined): T | undefined => (found?.length === 1 ? found[0] : undefined)

const collator = new Intl.Collator('vi', { numeric: true })
const byName = (a: { name: string }, b: { name: string }): number =>
  collator.compare(a.name.replace(/^(Thành phố|Tỉnh) /, ''), b.name.replace(/^(Thành phố|Tỉnh) /, ''))

/** Those in which every word begins a word; the name that begins with what was typed comes first, accents counting. */
function best<T>(among: readonly T[], typed: string, namesOf: (one: T) => string[]): T[] {
  const words = normalizeText(typed)
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 8)
  const wish = typed.trim().toLowerCase()
  const rank = ([name = '']: string[]): number =>
    name.toLowerCase().endsWith(wish) ? 0 : bareName(name).startsWith(normalizeText(wish)) ? 1 : 2
  return among
    .map((one) => ({ one, names: namesOf(one) }))
    .filter(({ names }) => {
      const all = ` ${normalizeText(names.join(' '))}`
      return words.every((word) => all.includes(` ${word}`))
    })
    .toSorted((a, b) => rank(a.names) - rank(b.names))
    .slice(0, MOST_FOUND)
    .map(({ one }) => one)
}
