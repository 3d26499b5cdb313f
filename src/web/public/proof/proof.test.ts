import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hex, leadingZeroBits, sha256, sha256After } from './sha256.ts'
import { solve } from './solve.ts'

describe('the proof of work', () => {
  it('hashes as every other SHA-256 does, at every length around a block', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'k'.repeat(length)
      const hash = createHash('sha256').update(text).digest('hex')
      expect(hex(sha256(text))).toBe(hash)
      for (const beginning of [0, 1, 63, 64, 68, 128])
        expect(hex(sha256After(text.slice(0, beginning))(text.slice(beginning)))).toBe(hash)
    }
  })

  it('finds a number whose hash begins with the asked zero bits', () => {
    const challenge = '1795239256.Zm9vYmFy.c2VhbA'
    const nonce = solve(challenge, 10, 0, 100_000)
    const found = createHash('sha256').update(`${challenge}:${nonce}`).digest()
    expect(found.readUInt16BE(0) >> 6).toBe(0)
  })

  it('gives up after the tries it was allowed', () => {
    expect(solve('x', 200, 0, 10)).toBeNull()
  })

  it('counts zero bits across words', () => {
    expect(leadingZeroBits(Int32Array.of(0, 1))).toBe(63)
    expect(leadingZeroBits(Int32Array.of(-1))).toBe(0)
  })
})
