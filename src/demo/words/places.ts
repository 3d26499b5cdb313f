/** A made-up chain: An Nhiên, one head office and twelve supermarkets. */

export interface StoreWords {
  code: string
  name: string
  line: string
  ward: string
  province: string
  phone: string
  latitude: string
  longitude: string
  /** How busy it is against the others. */
  weight: number
  opened: string
}

const store = (
  code: string,
  name: string,
  address: [string, string, string],
  phone: string,
  at: [string, string],
  weight: number,
  opened: string,
): StoreWords => ({
  ...{ code, name, line: address[0], ward: address[1], province: address[2], phone },
  ...{ latitude: at[0], longitude: at[1], weight, opened },
})

export const STORES: readonly StoreWords[] = [
  store(
    'HO',
    'Văn phòng Hội sở An Nhiên',
    ['Tầng 9, 72 Trần Thái Tông', 'Phường Cầu Giấy', 'Thành phố Hà Nội'],
    '0901200100',
    ['21.0362', '105.7906'],
    0.15,
    '2014-03-01',
  ),
  store(
    'S01',
    'An Nhiên Cầu Giấy',
    ['235 Cầu Giấy', 'Phường Cầu Giấy', 'Thành phố Hà Nội'],
    '0901200101',
    ['21.0337', '105.7970'],
    1.5,
    '2014-09-12',
  ),
  store(
    'S02',
    'An Nhiên Hà Đông',
    ['18 Tô Hiệu', 'Phường Hà Đông', 'Thành phố Hà Nội'],
    '0901200102',
    ['20.9689', '105.7760'],
    1.2,
    '2015-12-05',
  ),
  store(
    'S03',
    'An Nhiên Long Biên',
    ['27 Cổ Linh', 'Phường Long Biên', 'Thành phố Hà Nội'],
    '0901200103',
    ['21.0263', '105.8980'],
    1.3,
    '2016-11-18',
  ),
  store(
    'S04',
    'An Nhiên Tân Hưng',
    ['469 Nguyễn Hữu Thọ', 'Phường Tân Hưng', 'Thành phố Hồ Chí Minh'],
    '0901200104',
    ['10.7412', '106.7017'],
    1.6,
    '2015-04-25',
  ),
  store(
    'S05',
    'An Nhiên Gò Vấp',
    ['366 Phan Văn Trị', 'Phường Gò Vấp', 'Thành phố Hồ Chí Minh'],
    '0901200105',
    ['10.8275', '106.6936'],
    1.4,
    '2016-06-30',
  ),
  store(
    'S06',
    'An Nhiên Thủ Đức',
    ['12 Võ Văn Ngân', 'Phường Thủ Đức', 'Thành phố Hồ Chí Minh'],
    '0901200106',
    ['10.8497', '106.7717'],
    1.1,
    '2018-08-17',
  ),
  store(
    'S07',
    'An Nhiên Hải Châu',
    ['6 Nại Nam', 'Phường Hòa Cường', 'Thành phố Đà Nẵng'],
    '0901200107',
    ['16.0345', '108.2226'],
    1.1,
    '2017-01-14',
  ),
  store(
    'S08',
    'An Nhiên Ngô Quyền',
    ['10 Lê Hồng Phong', 'Phường Gia Viên', 'Thành phố Hải Phòng'],
    '0901200108',
    ['20.8472', '106.7063'],
    0.9,
    '2018-03-23',
  ),
  store(
    'S09',
    'An Nhiên Ninh Kiều',
    ['84 Mậu Thân', 'Phường Ninh Kiều', 'Thành phố Cần Thơ'],
    '0901200109',
    ['10.0402', '105.7708'],
    0.8,
    '2019-05-10',
  ),
  store(
    'S10',
    'An Nhiên Biên Hòa',
    ['121 Đồng Khởi', 'Phường Tam Hiệp', 'Tỉnh Đồng Nai'],
    '0901200110',
    ['10.9620', '106.8560'],
    0.9,
    '2019-10-26',
  ),
  store(
    'S11',
    'An Nhiên Nha Trang',
    ['58 Đường 23 Tháng 10', 'Phường Tây Nha Trang', 'Tỉnh Khánh Hòa'],
    '0901200111',
    ['12.2520', '109.1790'],
    0.8,
    '2020-12-19',
  ),
  store(
    'S12',
    'An Nhiên Vinh',
    ['3 Quang Trung', 'Phường Thành Vinh', 'Tỉnh Nghệ An'],
    '0901200112',
    ['18.6690', '105.6790'],
    0.7,
    '2022-09-30',
  ),
]

/** The specification's nineteen, as the suppliers know them, and as the departments are called. */
export const GROUPS: readonly (readonly [group: string, department: string])[] = [
  ['Fresh', 'Thực phẩm tươi sống (Fresh)'],
  ['F&V', 'Rau củ quả (F&V)'],
  ['Dried Food', 'Thực phẩm khô (Dried Food)'],
  ['Seafood', 'Thủy hải sản (Seafood)'],
  ['Butchery', 'Thịt tươi (Butchery)'],
  ['Manufacturing', 'Sản xuất – sơ chế (Manufacturing)'],
  ['Delica', 'Thức ăn chế biến sẵn (Delica)'],
  ['Bakery', 'Bánh tươi (Bakery)'],
  ['FMCG', 'Hàng tiêu dùng nhanh (FMCG)'],
  ['Salted Grocery', 'Gia vị – đồ mặn (Salted Grocery)'],
  ['Household&HBA', 'Hóa mỹ phẩm – gia dụng (Household & HBA)'],
  ['D&F-Processed Meat', 'Sữa, đông lạnh, thịt chế biến (D&F)'],
  ['Sweet Grocery&Beverage', 'Bánh kẹo – đồ uống (Sweet & Beverage)'],
  ['NonFood', 'Hàng phi thực phẩm (NonFood)'],
  ['Home Appliance', 'Điện gia dụng (Home Appliance)'],
  ['Toy&Stationery', 'Đồ chơi – văn phòng phẩm (Toy & Stationery)'],
  ['Houseware', 'Đồ dùng nhà bếp (Houseware)'],
  ['Fashion', 'Thời trang (Fashion)'],
  ['Home Decor', 'Trang trí nhà cửa (Home Decor)'],
]

export const MERCHANDISE = 'Khối Ngành hàng'
export const OPERATIONS = 'Khối Vận hành'

/** Offices and who they stand under. */
export const OFFICES: readonly (readonly [name: string, parent: string | null])[] = [
  ['Ban Giám đốc', null],
  [MERCHANDISE, 'Ban Giám đốc'],
  [OPERATIONS, 'Ban Giám đốc'],
  ['Dịch vụ khách hàng', OPERATIONS],
  ['Thu ngân', OPERATIONS],
  ['An ninh – Bãi xe', OPERATIONS],
  ['Giao hàng – Online', OPERATIONS],
  ['Kỹ thuật – Bảo trì', OPERATIONS],
  ['Vận hành siêu thị', OPERATIONS],
  ['Marketing', 'Ban Giám đốc'],
  ['Kế toán', 'Ban Giám đốc'],
  ['Nhân sự – Hành chính', 'Ban Giám đốc'],
  ['Công nghệ thông tin', 'Ban Giám đốc'],
  ['Phát triển mặt bằng', 'Ban Giám đốc'],
]
