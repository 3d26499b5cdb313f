import { expect, test } from 'vitest'
import { englishOn } from '../setup/browser.ts'
import { everyScreen, reach } from '../setup/screens.ts'

const { walk } = await everyScreen()

test('in the other language no screen says anything in English either', async () => {
  const english: string[] = []
  await walk({ lang: 'ko' }, async (boss, address) => {
    await reach(boss, address)
    for (const text of await englishOn(boss.page, 'ko')) english.push(`${address}: ${text}`)
  })
  expect(english).toEqual([])
}, 600_000)
