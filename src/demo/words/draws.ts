/** Days from today, negative ones gone by. */
type Days = readonly [starts: number, ends: number]

export interface GiftWords {
  name: string
  /** đồng */
  value: number
  colour: string
  /** Per cent. */
  chance: number
  stock: number
  perDay?: number
  perStoreDay?: number
  /** Code of the store to how many. */
  byStore?: Readonly<Record<string, number>>
  minimumTotal?: number
  /** Name of the gift given where it is out. */
  substitute?: string
  say?: string
}

export interface EventWords {
  kind: 'gift' | 'game'
  code: string
  name: string
  days: Days
  /** How many draws were made so far. */
  draws: number
  /** None: every store. */
  stores: readonly string[]
  appliesTo: 'membership' | 'both'
  minimumTotal: number | null
  billStep: number | null
  mostPerBill: number | null
  mostPerDay: number | null
  registration: string
  colour: string
  rules: string
  gifts: readonly GiftWords[]
  /** From this draw on another plan was in force: what changed, and why. */
  change?: { from: number; gift: string; chance: number; stock: number; reason: string }
}

export const EVENTS: readonly EventWords[] = [
  {
    ...{ kind: 'gift', code: 'VUI-TET', name: 'Vui Tết – Rước lộc đầu xuân', days: [-300, -272], draws: 1700 },
    ...{ stores: ['S01', 'S02', 'S03'], appliesTo: 'membership', minimumTotal: 500_000, billStep: 500_000 },
    ...{ mostPerBill: 3, mostPerDay: 6, registration: 'XTTM-0126/SCT', colour: '#C8102E' },
    rules:
      '<p>Mỗi 500.000 ₫ trên hóa đơn được một lượt quay, nhiều nhất ba lượt một hóa đơn.</p><p>Dành cho hội viên. Quà nhận ngay tại quầy dịch vụ khách hàng.</p>',
    gifts: [
      {
        ...{ name: 'Nồi cơm điện 1,8 l', value: 890_000, colour: '#C8102E', chance: 1, stock: 15 },
        ...{ byStore: { S01: 5, S02: 5, S03: 5 }, minimumTotal: 1_000_000, substitute: 'Phiếu mua hàng 200.000 ₫' },
        say: 'Chúc mừng năm mới! Mời quý khách kiểm tra nồi và ký nhận.',
      },
      { name: 'Bộ ly thủy tinh sáu chiếc', value: 180_000, colour: '#F2A900', chance: 4, stock: 70, perStoreDay: 2 },
      { name: 'Phiếu mua hàng 200.000 ₫', value: 200_000, colour: '#00843D', chance: 2.5, stock: 60 },
      { name: 'Hộp bánh Tết', value: 95_000, colour: '#6E3FA3', chance: 12, stock: 240, perDay: 12 },
      { name: 'Túi vải An Nhiên', value: 35_000, colour: '#0072CE', chance: 25, stock: 600 },
      { name: 'Bao lì xì may mắn', value: 5_000, colour: '#E56A54', chance: 45.5, stock: 2_000 },
    ],
    change: {
      ...{ from: 900, gift: 'Hộp bánh Tết', chance: 10, stock: 260 },
      reason: 'Nhà cung cấp giao thêm hai mươi hộp; tỉ lệ chỉnh lại để quà đủ đến hết chương trình',
    },
  },
  {
    ...{ kind: 'game', code: 'HE-RUC-RO', name: 'Vòng quay hè rực rỡ', days: [-170, -140], draws: 1300 },
    ...{ stores: [], appliesTo: 'both', minimumTotal: 300_000, billStep: null, mostPerBill: 1, mostPerDay: 2 },
    ...{ registration: 'XTTM-0619/SCT', colour: '#0072CE' },
    rules: '<p>Hóa đơn từ 300.000 ₫ được một lượt quay. Mỗi khách nhiều nhất hai lượt một ngày.</p>',
    gifts: [
      {
        ...{ name: 'Quạt đứng', value: 650_000, colour: '#0072CE', chance: 0.75, stock: 8, perDay: 1 },
        ...{ substitute: 'Bình giữ nhiệt', say: 'Mời quý khách nhận quạt tại kho, tầng 1.' },
      },
      { name: 'Bình giữ nhiệt', value: 220_000, colour: '#00843D', chance: 3.25, stock: 50 },
      { name: 'Kem que', value: 12_000, colour: '#F2A900', chance: 30, stock: 700, perStoreDay: 6 },
      { name: 'Phiếu giảm 20.000 ₫', value: 20_000, colour: '#E56A54', chance: 36, stock: 800 },
    ],
  },
  {
    ...{ kind: 'gift', code: 'SINH-NHAT', name: 'Mừng sinh nhật An Nhiên', days: [-9, 12], draws: 340 },
    ...{ stores: [], appliesTo: 'both', minimumTotal: 400_000, billStep: 400_000, mostPerBill: 2, mostPerDay: null },
    ...{ registration: 'XTTM-1108/SCT', colour: '#00843D' },
    rules:
      '<p>Mỗi 400.000 ₫ một lượt quay, nhiều nhất hai lượt một hóa đơn. Quà nhận trong ngày tại quầy dịch vụ khách hàng.</p>',
    gifts: [
      { name: 'Xe đạp', value: 3_200_000, colour: '#C8102E', chance: 0.2, stock: 3, minimumTotal: 1_000_000 },
      { name: 'Chảo chống dính', value: 240_000, colour: '#F2A900', chance: 3, stock: 40, perDay: 4 },
      { name: 'Bánh sinh nhật', value: 150_000, colour: '#6E3FA3', chance: 6, stock: 80 },
      { name: 'Khăn mặt', value: 30_000, colour: '#0072CE', chance: 28, stock: 500 },
      { name: 'Phiếu giảm 30.000 ₫', value: 30_000, colour: '#E56A54', chance: 30, stock: 600 },
    ],
  },
  {
    ...{ kind: 'gift', code: 'GIANG-SINH', name: 'Giáng sinh an lành', days: [18, 31], draws: 0, stores: [] },
    ...{ appliesTo: 'membership', minimumTotal: 500_000, billStep: null, mostPerBill: 1, mostPerDay: 1 },
    ...{ registration: 'XTTM-1219/SCT', colour: '#C8102E' },
    rules: '<p>Hóa đơn từ 500.000 ₫ được một lượt quay, mỗi hội viên một lượt một ngày.</p>',
    gifts: [
      { name: 'Lò nướng nhỏ', value: 1_150_000, colour: '#C8102E', chance: 0.5, stock: 6 },
      { name: 'Gấu bông', value: 160_000, colour: '#00843D', chance: 5, stock: 90 },
      { name: 'Kẹo Giáng sinh', value: 25_000, colour: '#F2A900', chance: 40, stock: 1_200 },
    ],
  },
]
