import { expect, test } from 'vitest'
import { beginsCitizenCard, readCitizenCard } from './citizen-card.ts'

const WHOLE =
  '079190000001|024123456|Nguyễn Thị Hoa|17051990|Nữ|12 Lê Lợi, Phường Bến Nghé, Quận 1, TP. Hồ Chí Minh|25042021'

test('a citizen card says number, old number, name, day of birth, sex, address and day of issue', () => {
  expect(readCitizenCard(WHOLE)).toEqual({
    number: '079190000001',
    oldNumber: '024123456',
    name: 'Nguyễn Thị Hoa',
    birthDate: '1990-05-17',
    isFemale: true,
    address: '12 Lê Lợi, Phường Bến Nghé, Quận 1, TP. Hồ Chí Minh',
    issuedOn: '2021-04-25',
  })
})

test.each<[string, string, object]>([
  ['no old number', '001090012345||Trần Văn An|02091990|Nam|Hà Nội|01012022', { oldNumber: null, isFemale: false }],
  ['an old number that is none', '001090012345|12345|Trần Văn An|02091990|Nam|Hà Nội|01012022', { oldNumber: null }],
  ['more bars behind, as cards since July 2024', `${WHOLE}||Nguyễn Văn Ba|Lê Thị Tư`, { issuedOn: '2021-04-25' }],
  ['parts missing at the end', '001090012345||Trần Văn An', { name: 'Trần Văn An', birthDate: null, address: null }],
  ['the number alone, with its bar', '001090012345|', { number: '001090012345', name: null }],
  ['lower case', '001090012345||trần văn an|02091990|nam|hà nội|01012022', { name: 'Trần Văn An', isFemale: false }],
  ['capital letters', '001090012345||ĐỖ THỊ ÁNH|02091990|NỮ|HÀ NỘI|01012022', { name: 'Đỗ Thị Ánh', isFemale: true }],
  ['mixed case, which stays', '001090012345||Y Bhăm Niê-Kdăm|02091990|Nam|x|', { name: 'Y Bhăm Niê-Kdăm' }],
  ['a day that there is not', '001090012345||An|31021990|Nam|x|32132021', { birthDate: null, issuedOn: null }],
  ['a day in another order', '001090012345||An|1990-02-09|Nam|x|', { birthDate: null }],
  [
    'blanks around the parts',
    ' 001090012345 | |  Trần   Văn An | 02091990 |Nam| x |',
    { name: 'Trần Văn An', birthDate: '1990-09-02' },
  ],
  ['marks apart from their letters', WHOLE.normalize('NFD'), { name: 'Nguyễn Thị Hoa', isFemale: true }],
  ['a name of digits', '001090012345||12345|02091990|Nam|x|', { name: null }],
  ['another word for the sex', '001090012345||An|02091990|M|x|', { isFemale: null }],
])('a code with %s says what it says', (_, code, said) => {
  expect(readCitizenCard(code)).toMatchObject(said)
})

test.each([
  ['a product', '8934673583121'],
  ['a member card', '9704360012345678'],
  ['a number alone, which may be anything', '001090012345'],
  ['an identity card of nine digits', '024123456||Nguyễn Thị Hoa|17051990|Nữ|x|25042021'],
  ['letters in the number', '07919000000A||Nguyễn Thị Hoa'],
  ['bars alone', '||||||'],
  ['nothing', ''],
])('%s is no citizen card', (_, code) => {
  expect(readCitizenCard(code)).toBeNull()
})

test('a scanner is known to read a card from its number and first bar on', () => {
  expect(['079190000001|', WHOLE].map(beginsCitizenCard)).toEqual([true, true])
  expect(['079190000001', '07919000000|', 'a079190000001|', ''].map(beginsCitizenCard)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
