import { expect, test } from 'vitest'
import { englishOn } from '../setup/browser/browser.ts'
import { outOfReach } from '../setup/browser/in-reach.ts'
import { everyScreen, reach, WORDED } from '../setup/browser/screens.ts'

const { walk } = await everyScreen()

test('in the dark, at 200 %, no screen says anything in English, scrolls sideways, hides what has the focus or lacks a name', async () => {
  const faults: string[] = []
  await walk({ lang: 'ko', device: 'zoomed', scheme: 'dark' }, async (boss, address) => {
    await reach(boss, address)
    for (const text of await englishOn(boss.page, 'ko')) faults.push(`${address} says in English: ${text}`)
    await boss.expectAccessible(address, WORDED).catch((error: unknown) => void faults.push(String(error)))
    for (const fault of await outOfReach(boss.page)) faults.push(`${address}: ${fault}`)
  })
  expect(faults).toEqual([])
}, 600_000)
