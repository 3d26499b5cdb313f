import { describe, expect, test } from 'vitest'
import { addressOfText, placed } from './placed.ts'
import { places } from './places.ts'

describe('The administrative units that the product ships', () => {
  test('are the official 34 provinces with 2,621 communes, 687 wards and 13 special zones, in NFC', () => {
    const wards = places().provinces.flatMap(({ code }) => places().wardsOf(code))
    const of = (kind: string) => wards.filter(({ name }) => name.startsWith(kind)).length
    expect([places().provinces.length, wards.length]).toEqual([34, 3321])
    expect([of('Xã '), of('Phường '), of('Đặc khu ')]).toEqual([2621, 687, 13])
    expect(wards.every(({ name }) => name === name.normalize('NFC').trim())).toBe(true)
    expect(wards.every(({ code }) => /^\d{5}$/.test(code))).toBe(true)
  })

  test('lead from each of 63 former provinces to one of today, and from each former ward to wards of that one', () => {
    expect(places().formerProvinces).toHaveLength(63)
    for (const { name, province_code } of places().formerProvinces) {
      const wards = places().formerWardsOf(name)
      expect(wards.length, name).toBeGreaterThan(0)
      for (const { ward, now } of wards) {
        expect(now.length, `${ward}, ${name}`).toBeGreaterThan(0)
        expect(now.map((one) => one.province_code)).toEqual(now.map(() => province_code))
      }
    }
  })

  test('have every ward of today reached from before', () => {
    const reached = new Set(
      places().formerProvinces.flatMap(({ name }) =>
        places()
          .formerWardsOf(name)
          .flatMap(({ now }) => now.map(({ code }) => code)),
      ),
    )
    expect(reached.size).toBe(3321)
  })

  test('are found without accents, those that begin with the words first', () => {
    expect(places().search('ben thanh')[0]).toMatchObject({ name: 'Phường Bến Thành', province_code: '79' })
    expect(places().search('thu dau mot', '01')).toEqual([])
    expect(places().searchFormer('da kao')[0]?.district).toBe('Quận 1')
    expect(places().search('cau giay', '79')).toEqual([])
  })
})

describe('An address', () => {
  const blank = { district: null, model: 2 as const }

  test('gets the codes of its names, however they are written, and keeps how it was written', () => {
    expect(placed({ ...blank, line: '12 Lê Lợi', ward: 'ben thanh', province: 'TP.HCM' })).toMatchObject({
      ...{ ward: 'Phường Bến Thành', ward_code: '26743', province: 'Thành phố Hồ Chí Minh', province_code: '79' },
      text: '12 Lê Lợi, ben thanh, TP.HCM',
    })
  })

  test('is refused where its ward lies in another province, or is none', () => {
    const at = (ward_code: string, province_code: string) =>
      placed({ ...blank, line: '1', ward: null, province: null, ward_code, province_code })
    expect(at('26743', '79')).toMatchObject({ ward: 'Phường Bến Thành' })
    expect(at('26743', '01')).toBeNull()
    expect(at('99999', '79')).toBeNull()
  })

  test('of three levels is not moved by guess, but counts for the province of today', () => {
    const found = placed(addressOfText('9 Hùng Vương, P. Phú Hòa, TP. Thủ Dầu Một, Bình Dương') ?? never())
    expect(found).toMatchObject({ line: '9 Hùng Vương', model: 1, province_code: '79', ward_code: null })
    expect(found).toMatchObject({ ward: 'P. Phú Hòa', district: 'TP. Thủ Dầu Một' })
  })

  test('is read from one line whose street holds commas', () => {
    expect(placed(addressOfText('Tầng 9, 72 Trần Thái Tông, Phường Cầu Giấy, Hà Nội') ?? never())).toMatchObject({
      ...{ line: 'Tầng 9, 72 Trần Thái Tông', ward: 'Phường Cầu Giấy', province_code: '01', model: 2 },
    })
  })

  test('whose names are no units stays as it is', () => {
    const abroad = { ...blank, line: '1 Orchard Road', ward: null, province: 'Singapore' }
    expect(placed(abroad)).toMatchObject({ ...abroad, province_code: null })
  })
})

const never = (): never => {
  throw new Error('No address was read')
}
