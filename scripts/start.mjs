// Plain JavaScript, as what was compiled before is read only once its folder is named, and reading any TypeScript anew costs the
// server 13 MB for as long as it runs. The next start, and every process that writes an export, reads what this one compiled; whoever
// makes DATA_DIR says who may enter it.
import './env.mjs'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'

const dataDir = resolve(process.env.DATA_DIR?.trim() || '.data')
if (existsSync(dataDir) && !process.env.NODE_COMPILE_CACHE) {
  process.env.NODE_COMPILE_CACHE = join(dataDir, 'compiled')
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
await import('./start.ts')
