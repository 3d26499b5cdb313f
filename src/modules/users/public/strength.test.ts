import { describe, expect, it } from 'vitest'
import { strengthOf } from './strength.ts'

const about = ['Nguyễn Đức Quản', 'quan.nguyen@demo.example']

describe('the strength of a password', () => {
  it('asks for twelve characters, counted as people count them', () => {
    expect(strengthOf('Mười một kt', about).isLongEnough).toBe(false)
    expect(strengthOf('🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘🐘', about).isLongEnough).toBe(true)
  })

  it('refuses more than it can keep', () => {
    expect(strengthOf('a'.repeat(128), about).isTooLong).toBe(false)
    expect(strengthOf('a'.repeat(129), about).isTooLong).toBe(true)
  })

  it('sees the own name with or without accents', () => {
    expect(strengthOf('xin chao nguyen 42', about).isPersonal).toBe(true)
    expect(strengthOf('Xin chào Nguyễn 42', about).isPersonal).toBe(true)
    expect(strengthOf('mưa rơi ngoài hiên vắng', about).isPersonal).toBe(false)
  })

  it('does not count what a guesser tries first', () => {
    for (const common of ['password1234', 'qwertyuiop123', 'matkhau123456789'])
      expect(strengthOf(common, about).level).toBe(1)
  })

  it('is weak for one letter repeated, very strong for a short sentence', () => {
    expect(strengthOf('aaaaaaaaaaaaaaaaaaaa', about).level).toBe(1)
    expect(strengthOf('mưa rơi ngoài hiên vắng', about).level).toBe(4)
    expect(strengthOf('', about).level).toBe(0)
  })
})
