import { bookOfSheets, type Written } from './books.ts'

/** Day and time of the chain's clock so many minutes from now, as a person writes them. */
function clock(minutes: number): string {
  const at = new Date(Date.now() + minutes * 60_000 + 7 * 3_600_000).toISOString()
  return `${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(0, 4)} ${at.slice(11, 16)}`
}

const EVENT_HEAD = [
  ...['Tên sự kiện', 'Mã sự kiện', 'Bắt đầu', 'Kết thúc', 'Cửa hàng', 'Đối tượng', 'Một lượt quay cho mỗi'],
  ...['Số lượt tối đa mỗi hóa đơn', 'Số đăng ký', 'Thể lệ'],
]
const GIFT_HEAD = [
  ...['Sự kiện', 'Tên quà', 'Cơ hội trúng (%)', 'Số lượng', 'Số lượng theo cửa hàng', 'Tối đa mỗi cửa hàng mỗi ngày'],
  ...['Quà thay thế', 'Giá trị quà', 'Màu', 'Thứ tự', 'Lời nói khi trao'],
]
const RULES = 'Hội viên xuất trình hóa đơn tại quầy.\nMỗi 500.000 ₫ được một lượt quay, tối đa ba lượt.'

/** Six gifts; a cooker that cannot be given is a voucher instead, and that comes further down the sheet. */
export const TET_GIFTS: readonly (readonly Written[])[] = [
  [
    'TET27',
    'Nồi cơm điện',
    0.5,
    5,
    'S01 · 2; S02 · 2; S03 · 1',
    1,
    'Phiếu 100.000 ₫',
    1_290_000,
    '#D9480F',
    1,
    'Mời quý khách nhận nồi cơm.',
  ],
  ['Vui Tết Đinh Mùi', 'Bộ chăn ga', '1,25', 20, null, null, 'phiếu 100.000 ₫', 690_000, '#2F5FE0', 2, null],
  ['TET27', 'Phiếu 100.000 ₫', 8, 200, null, null, null, 100_000, '#7D3C98', 3, null],
  ['TET27', 'Túi vải', 20, 800, null, 60, 'Khăn mặt', 45_000, '#167A46', 4, null],
  ['TET27', 'Khăn mặt', 30, 1000, null, null, null, 25_000, '#B7410E', 5, null],
  ['TET27', 'Bao lì xì', 30.0001, 2000, null, null, null, 5000, '#C2185B', 6, null],
]

/** 'Vui Tết' as marketing has it in one workbook: a sheet of the event, a sheet of its gifts. */
export const tetBook = (gifts: readonly (readonly Written[])[] = TET_GIFTS, code = 'TET27'): Promise<Uint8Array> =>
  bookOfSheets([
    { name: 'Ghi chú', head: ['Người lập', 'Phòng Tiếp thị'], rows: [] },
    {
      name: 'Sự kiện thẻ quà tặng',
      head: EVENT_HEAD,
      rows: [
        [
          'Vui Tết Đinh Mùi',
          code,
          clock(2),
          clock(60 * 24 * 20),
          'S01; S02; S03',
          'Hội viên',
          500_000,
          3,
          '117/2026/SCT',
          RULES,
        ],
      ],
    },
    { name: 'Quà tặng', head: GIFT_HEAD, rows: gifts },
  ])
