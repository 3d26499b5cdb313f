import { normalizeText } from '../shared/vietnam/vietnam.ts'
import type { Chance } from './random.ts'
import { FAMILIES, FOREIGN, MAIL_HOSTS, MEN, PREFIXES, WOMEN } from './words/people.ts'

/** One of the sixty who sign in. */
export interface Person {
  id: number
  /** The sign-in before @demo.example. */
  login: string
  name: string
  isWoman: boolean
  role: string
  department: string
  store: string
  /** Index among the specification's positions. */
  position: number
  /** The department that they head. */
  heads?: string
  /** The store that they run. */
  runs?: string
}

type Seat = Omit<Person, 'id' | 'name' | 'isWoman'>

/** Everybody, the administrator first. */
export function makePeople(chance: Chance): Person[] {
  const taken = new Set<string>()
  return seats().map((seat, at) => {
    const isWoman = chance.happens(0.5)
    let name = personName(chance, isWoman)
    while (taken.has(name)) name = personName(chance, isWoman)
    taken.add(name)
    return { id: at + 1, name, isWoman, ...seat }
  })
}

const SHOPS = Array.from({ length: 12 }, (_, at) => `S${two(at + 1)}`)
const HEADED: readonly (readonly [department: string, position: number])[] = [
  ['Rau củ quả (F&V)', 13],
  ['Thủy hải sản (Seafood)', 13],
  ['Thịt tươi (Butchery)', 13],
  ['Bánh tươi (Bakery)', 13],
  ['Thức ăn chế biến sẵn (Delica)', 13],
  ['Sữa, đông lạnh, thịt chế biến (D&F)', 13],
  ['Hàng tiêu dùng nhanh (FMCG)', 9],
  ['Điện gia dụng (Home Appliance)', 12],
  ['Thu ngân', 0],
  ['An ninh – Bãi xe', 0],
  ['Giao hàng – Online', 0],
  ['Kỹ thuật – Bảo trì', 0],
]
/** Shops with a reception of their own. */
const DESKS = ['S01', 'S04', 'S05', 'S07']
const STAFF_OF = [
  'Thu ngân',
  'Vận hành siêu thị',
  'Rau củ quả (F&V)',
  'Dịch vụ khách hàng',
  'Thực phẩm tươi sống (Fresh)',
  'Thời trang (Fashion)',
]

const office = (login: string, role: string, department: string, position: number, heads?: string): Seat => ({
  ...{ login, role, department, position, store: 'HO' },
  ...(heads ? { heads } : {}),
})
const inShop = (login: string, role: string, department: string, position: number, store: string): Seat => ({
  ...{ login, role, department, position, store },
  ...(role === 'Store manager' ? { runs: store } : {}),
})

function seats(): Seat[] {
  return [
    office('admin', 'Administrator', 'Công nghệ thông tin', 5, 'Công nghệ thông tin'),
    office('ceo', 'CEO', 'Ban Giám đốc', 2, 'Ban Giám đốc'),
    office('service', 'Customer service', 'Dịch vụ khách hàng', 0, 'Dịch vụ khách hàng'),
    office('service02', 'Customer service', 'Dịch vụ khách hàng', 1),
    office('service03', 'Customer service', 'Dịch vụ khách hàng', 1),
    ...SHOPS.map((store, at) => inShop(`manager${two(at + 1)}`, 'Store manager', 'Vận hành siêu thị', 0, store)),
    ...HEADED.map(([name, position], at) => office(`dept${two(at + 1)}`, 'Department manager', name, position, name)),
    office('marketing', 'Marketing', 'Marketing', 7, 'Marketing'),
    office('marketing02', 'Marketing', 'Marketing', 1),
    office('accounting', 'Accounting', 'Kế toán', 14, 'Kế toán'),
    office('accounting02', 'Accounting', 'Kế toán', 1),
    ...DESKS.map((store, at) => inShop(`reception${two(at + 1)}`, 'Reception', 'Vận hành siêu thị', 1, store)),
    inShop('shipper01', 'Shipper', 'Giao hàng – Online', 1, 'S01'),
    ...Array.from({ length: 22 }, (_, at) =>
      inShop(`staff${two(at + 1)}`, 'Staff', STAFF_OF[at % STAFF_OF.length] ?? 'Thu ngân', 1, SHOPS[at % 12] ?? 'S01'),
    ),
  ]
}

export interface Customer {
  name: string
  phone: string
  email: string | null
}

export function makeCustomers(count: number, chance: Chance): Customer[] {
  return Array.from({ length: count }, () => {
    const isForeign = chance.happens(0.015)
    const name = isForeign ? chance.pick(FOREIGN) : personName(chance, chance.happens(0.62))
    const words = normalizeText(name).split(' ')
    const email = chance.happens(0.35)
      ? `${words.at(-1)}.${words[0]}${chance.whole(1, 99)}@${chance.pick(MAIL_HOSTS)}`
      : null
    return { name, phone: phoneNumber(chance), email }
  })
}

export function personName(chance: Chance, isWoman: boolean): string {
  const { middle, given } = isWoman ? WOMEN : MEN
  const [second, last] = [chance.pick(middle), chance.pick(given)]
  return [chance.pick(FAMILIES), second, second.endsWith(last) ? chance.pick(given) : last].join(' ')
}

export const phoneNumber = (chance: Chance): string =>
  chance.pick(PREFIXES) + String(chance.whole(0, 9_999_999)).padStart(7, '0')

function two(n: number): string {
  return String(n).padStart(2, '0')
}
