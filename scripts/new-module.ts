import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isBuilt, moduleOf } from '../src/modules/index.ts'
import { MENU, type MenuNode } from '../src/modules/menu.ts'
import { IDENTIFIERS, type Identifier, identifierOf } from '../src/shared/users/permissions.ts'

/** Writes the smallest module: its definition, its places in the list of modules, the menu and the permissions, and its words (docs/add-a-module.md). */
const USAGE = `Usage: npm run new -- <name> --one <one record> [--label <many>] [--vi "<many> | <one>"] [--ko "<many> | <one>"]
         [--ownership store|chain] [--permission <identifier>] [--menu <group>] [--icon <icon>]

  npm run new -- cold-checks --label "Cold checks" --one "Cold check" --permission task-management --menu tasks
         --vi "Kiểm tra kho lạnh | Phiếu kiểm tra kho lạnh" --ko "냉장 점검 | 냉장 점검표"

  name         the folder, the first segment of the web address and, with _, the table: lower case, words joined by -
  label, one   in English, many and one; the label is the menu's where the menu has the module already
  vi, ko       both in Vietnamese and Korean; not needed for what the catalogs have
  ownership    store (whoever is limited to a store sees that store's records; unless said) or chain (all see all)
  permission   the identifier whose flags open it, where the name is none of the specification's
  menu         the group it is put into, where the menu has it not yet
  icon         a name of src/web/ui/icon.tsx`

const LANGUAGES = ['vi', 'ko'] as const
/** Words that PostgreSQL takes for no table, or JavaScript for no variable. */
const RESERVED =
  /^(?:all|analyse|analyze|and|any|array|as|asc|both|case|cast|check|class|collate|column|const|constraint|create|default|delete|desc|distinct|do|else|end|enum|except|export|false|fetch|for|foreign|from|function|grant|group|having|if|import|in|into|leading|let|limit|new|not|null|offset|on|only|or|order|package|primary|references|return|select|some|static|super|switch|table|then|this|to|true|try|typeof|union|unique|user|using|var|void|when|where|while|window|with|yield)$/

class Refusal extends Error {}
const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const write = (path: string, text: string) => writeFileSync(new URL(path, root), text)

try {
  create()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function create(): void {
  const { values, positionals } = asked()
  const name = checkedName(positionals)
  const known = nodes(MENU).find(({ url }) => url === `/${name}`)
  const permission = permissionOf(name, values.permission)
  if (!known && !values.menu)
    throw new Refusal(`The menu has no ${name} yet: name its group with --menu, one of ${groups().join(', ')}.`)
  if (values.menu && !groups().includes(values.menu))
    throw new Refusal(`--menu is one of ${groups().join(', ')}, not ${values.menu}.`)
  const ownership = values.ownership ?? 'store'
  if (ownership !== 'store' && ownership !== 'chain')
    throw new Refusal(`--ownership is store or chain, not ${ownership}.`)
  const label = values.label ?? known?.title
  if (!label || !values.one) throw new Refusal(`A module needs a label and what one record is called.\n\n${USAGE}`)
  const icon = values.icon ?? known?.icon ?? 'list'
  if (!new RegExp(`^  '?${icon}'?: Icon`, 'm').test(read('src/web/ui/icon.tsx')))
    throw new Refusal(`src/web/ui/icon.tsx has no icon ${icon}.`)
  const catalogs = translated([label, values.one], values)

  // Nothing is written before everything has been judged.
  const path = `src/modules/${name}/${name}.ts`
  mkdirSync(new URL(`src/modules/${name}/`, root))
  write(path, definition({ name, label, one: values.one, icon, permission, ownership }))
  const written = [path, ...list(name)]
  if (permission !== name && identifierOf(name) === name) written.push(allow(name, permission))
  if (!known && values.menu) written.push(enter(name, label, icon, values.menu))
  for (const [language, catalog] of catalogs) {
    write(`locales/${language}.json`, `${JSON.stringify(catalog, null, 2)}\n`)
    written.push(`locales/${language}.json`)
  }
  execFileSync('node_modules/.bin/biome', ['check', '--write', ...written], { cwd: root, stdio: 'ignore' })
  console.log(`Written: ${written.join(', ')}

Next (docs/add-a-module.md says more):
  1. the fields, in ${path}; each new sentence in both catalogs
  2. npm run migration -- add-${name}, and read what it drafted
  3. npm run check
  4. npm run dev, and open /${name}`)
}

function asked() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        label: { type: 'string' },
        one: { type: 'string' },
        vi: { type: 'string' },
        ko: { type: 'string' },
        ownership: { type: 'string' },
        permission: { type: 'string' },
        menu: { type: 'string' },
        icon: { type: 'string' },
      },
    })
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

function checkedName([name, ...more]: readonly string[]): string {
  if (!name || more.length > 0) throw new Refusal(USAGE)
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.length > 40 || RESERVED.test(name))
    throw new Refusal(
      `${name} is no name for a module: lower case, words joined by -, no word that SQL or JavaScript keeps.`,
    )
  const table = name.replaceAll('-', '_')
  const made = new RegExp(`create table ${table}\\b`)
  if (moduleOf(name) || isBuilt(name) || existsSync(new URL(`src/modules/${name}/`, root)))
    throw new Refusal(`There is a module ${name} already.`)
  const taken = globSync('src/server/db/migrations/*.sql', { cwd: root }).some((file) => made.test(read(file)))
  if (taken) throw new Refusal(`The database has a table ${table} already, which is none of a module of that name.`)
  if (new RegExp(`\\b${variable(name)}\\b`).test(read('src/modules/index.ts')))
    throw new Refusal(`src/modules/index.ts has a ${variable(name)} already.`)
  return name
}

function permissionOf(name: string, wanted: string | undefined): Identifier {
  const known = identifierOf(name)
  const found = IDENTIFIERS.find((identifier) => identifier === known) ?? IDENTIFIERS.find((one) => one === wanted)
  if (!found)
    throw new Refusal(`No flags open ${name} yet: name whose do with --permission, one of ${IDENTIFIERS.join(', ')}.`)
  if (wanted && wanted !== found) throw new Refusal(`${name} is opened by the flags of ${found}, not ${wanted}.`)
  return found
}

/** Both catalogs with the sentences; what they have stays. */
function translated(sentences: readonly string[], values: { vi?: string | undefined; ko?: string | undefined }) {
  return LANGUAGES.map((language) => {
    const catalog: Record<string, string> = JSON.parse(read(`locales/${language}.json`)) // a flat catalog
    const said = (values[language] ?? '').split('|').map((one) => one.trim())
    sentences.forEach((sentence, nth) => {
      const translation = catalog[sentence] ?? said[nth]
      if (!translation)
        throw new Refusal(`How do you say "${sentence}"? --${language} "${sentences.join(' | ')}", translated.`)
      catalog[sentence] = translation
    })
    return [language, catalog] as const
  })
}

interface Wish {
  name: string
  label: string
  one: string
  icon: string
  permission: Identifier
  ownership: 'store' | 'chain'
}

function definition({ name, label, one, icon, permission, ownership }: Wish): string {
  const isOfStore = ownership === 'store'
  return `import { ${isOfStore ? 'ref' : 'flag'}, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

export const ${variable(name)} = resource('${name}', {
  ${permission === name ? '' : `access: { permission: '${permission}' },\n  `}label: ${JSON.stringify(label)},
  one: ${JSON.stringify(one)},
  icon: '${icon}',
  sheets: { import: true, export: true },
  ownership: ${isOfStore ? `{ store: 'store' }` : `'chain'`},
  fields: {
    name: text('Name', { required: true, max: 191, unique: true, search: true }),
    ${
      isOfStore
        ? `store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),`
        : `active: flag('Active', { default: true }),`
    }
  },
  list: { sort: 'name' },
})
`
}

/** Into the list of modules. */
function list(name: string): string[] {
  const path = 'src/modules/index.ts'
  const text = read(path)
  const end = text.indexOf('\n]', text.indexOf('export const modules'))
  write(
    path,
    `import { ${variable(name)} } from './${name}/${name}.ts'\n${text.slice(0, end)}\n  ${variable(name)},${text.slice(end)}`,
  )
  return [path]
}

/** The flags that open its pages, where these are another module's. */
function allow(name: string, permission: Identifier): string {
  const path = 'src/shared/users/permissions.ts'
  const start = 'const SEGMENTS: Record<string, Identifier> = {'
  write(path, read(path).replace(start, `${start}\n  '${name}': '${permission}',`))
  return path
}

/** Last in a group of the menu. */
function enter(name: string, label: string, icon: string, group: string): string {
  const path = 'src/modules/menu.ts'
  const text = read(path)
  const start = text.search(new RegExp(`(?:group|collapse)\\('${group}',`))
  let at = text.indexOf('[', start)
  for (let depth = 1; depth > 0; ) {
    at += 1
    if (text[at] === '[') depth += 1
    if (text[at] === ']') depth -= 1
  }
  const before = text.slice(0, at).trimEnd()
  const entry = `item('${name}', ${JSON.stringify(label)}, '${icon}')`
  write(path, `${before}${before.endsWith(',') || before.endsWith('[') ? '' : ','} ${entry},${text.slice(at)}`)
  return path
}

function nodes(all: readonly MenuNode[]): MenuNode[] {
  return all.flatMap((node) => [node, ...nodes(node.children ?? [])])
}

/** Those whose entries stand in place; the entries of `report` have a list of their own. */
function groups(): string[] {
  return nodes(MENU)
    .filter(({ children, id }) => children && id !== 'report')
    .map(({ id }) => id)
}

function variable(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}
