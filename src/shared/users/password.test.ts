import { describe, expect, test } from 'vitest'
import { strengthOf } from './password.ts'

const ABOUT = ['Nguyễn Đức Quản', 'quan.nguyen@chain.example', 'Siêu thị Cầu Giấy', null]
const of = (password: string) => strengthOf(password, ABOUT)

describe('a password', () => {
  test('has at least twelve characters, counted as people count them, and at most 128', () => {
    expect(of('Mười một kt').isLongEnough).toBe(false)
    expect(of('🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘').isLongEnough).toBe(true)
    expect([of('a'.repeat(128)).isTooLong, of('a'.repeat(129)).isTooLong]).toEqual([false, true])
  })

  test('does not hold the own name, e-mail or store, with or without accents', () => {
    for (const own of ['xin chao nguyen 42', 'Xin chào Nguyễn 42', 'o sieu thi cho lon'])
      expect(of(own)).toMatchObject({ isPersonal: true, level: 1 })
    expect(of('mưa rơi ngoài hiên vắng').isPersonal).toBe(false)
  })

  test('does not hold the name of the product', () => {
    for (const product of ['Backoffice-4711', 'my back office 47']) expect(of(product).isPersonal, product).toBe(true)
  })

  test('is not what a guesser tries first', () => {
    for (const common of ['password1234', 'qwertyuiop123', 'matkhau123456789', 'aaaaaaaaaaaaaaaaaaaa', 'abc', '1111'])
      expect(of(common), common).toMatchObject({ isCommon: true, level: 1 })
  })

  test('is the stronger the longer and the more different its characters are', () => {
    expect([of(''), of('Gánh hàng rong 47'), of('mưa rơi ngoài hiên vắng')].map(({ level }) => level)).toEqual([
      0, 3, 4,
    ])
    expect(of('Gánh hàng rong 47')).toMatchObject({ isLongEnough: true, isCommon: false, isPersonal: false })
  })
})
