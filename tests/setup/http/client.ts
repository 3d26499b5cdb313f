import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { newFolder } from '../at-the-end.ts'

const run = promisify(execFile)
const HOOK = resolve('tests/setup/http/types-printer-hook.ts')
const CLI = resolve('node_modules/openapi-typescript/bin/cli.js')

/** As strict as the product itself. */
const SETTINGS = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: ['node'],
    skipLibCheck: true,
  },
}

/** A folder as a customer of the API would make it: the types of a server's description in `api.ts`, and the client's package. */
export async function clientFolder(document: string): Promise<string> {
  const folder = newFolder('client')
  mkdirSync(folder, { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS))
  writeFileSync(join(folder, 'openapi.json'), document)
  await run(process.execPath, ['--import', HOOK, CLI, join(folder, 'openapi.json'), '-o', join(folder, 'api.ts')])
  return folder
}

/** What the compiler says of the programs in it; nothing where all is well. */
export async function mistakesIn(folder: string): Promise<string> {
  return run(join(folder, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
}
