import './env.mjs'
import { join } from 'node:path'
import { loadConfig } from '../src/server/config.ts'
import { removeUnclaimed } from '../src/server/files/housekeeping.ts'
import { localStore } from '../src/server/files/store.ts'
import { besideOf, loadModules } from '../src/server/module-registry.ts'
import { eraseSubject, furtherLeads, subjectRecords } from '../src/server/private/subject.ts'
import { plainPhone } from '../src/shared/vietnam/vietnam.ts'
import { openDatabase } from './database.ts'

/**
 * npm run subject -- export 0912345678 [number of a paper]: prints everything that is kept of somebody as JSON.
 * npm run subject -- erase 0912345678 [number of a paper]: takes it out of every record; the figures stay.
 * Instead of the phone an e-mail address, of somebody who left no other trace. Phones and addresses in what it finds that lead to more
 * are named at the end, beside the JSON.
 */
const [act, reached = '', number] = process.argv.slice(2)
const known = reached.includes('@') ? { email: reached.trim() } : { phone: plainPhone(reached) }
const subject = { ...known, ...(number && { number }) }
if ((act !== 'export' && act !== 'erase') || !('email' in known || /^\d{10}$/.test(known.phone))) {
  console.error('Usage: npm run subject -- export|erase <phone of ten digits, or e-mail address> [number of a paper]')
  process.exit(1)
}
const beside = besideOf(await loadModules())
const config = loadConfig(process.env)
const { db, end } = await openDatabase(config, { name: 'subject' })
try {
  // Once they are erased, nothing leads from one to another.
  const leads = await furtherLeads(db, config.keys, subject)
  const found =
    act === 'export'
      ? await subjectRecords(db, config.keys, subject)
      : await eraseSubject(db, config.keys, subject, beside)
  if (act === 'erase') await removeUnclaimed(db, localStore(join(config.dataDir, 'files')))
  console.log(JSON.stringify(found, null, 2))
  for (const { reached: other, records } of leads)
    console.error(`Their records also name ${other}: ${records} further. Run this again for it, if it is theirs alone.`)
} finally {
  await end()
}
