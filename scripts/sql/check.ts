import type pg from 'pg'
import { Fragments } from './fragments.ts'
import { Judge, type Verdict } from './judge.ts'
import { checkShapes } from './shapes.ts'
import { Sources, type Template } from './source.ts'
import { type Piece, textOf, Writer } from './text.ts'

/** A piece of SQL that only the running program completes, with the columns that it names itself: these must be columns somewhere. */
export interface Exception {
  file: string
  columns: readonly string[]
  text: string
}

export interface Finding {
  place: string
  says: string
  /** Where the name stands that is not known, which may be in a piece used by many statements. */
  named?: string
  exception: Exception
}

type Found = ReturnType<Sources['templates']>[number]

const ENTIRE = /^\s*(select|with|insert|update|delete)\b/i
/** Commands that PostgreSQL does not prepare. */
const COMMAND = /^\s*(set|lock|truncate|create|show|vacuum|analyze)\b/i
/** The sides of conditions, and the returns of functions, are followed in every order. */
const BRANCHES = [0, 1, 2, 3]

/**
 * Every piece of SQL of the source that names what the database has not.
 * @param isAsked which files it is about; all unless told
 */
export async function checkStatements(
  client: pg.ClientBase,
  exceptions: readonly Exception[],
  isAsked: (file: string) => boolean = () => true,
) {
  const { columns, tables, keywords } = await namesOf(client)
  const sources = new Sources('src/**/*.ts')
  const templates = sources.templates().filter(({ file, node }) => isAsked(file) && hasNames(node, keywords))
  const exempt = new Map(exceptions.map((exception) => [keyOf(exception), exception]))
  const exceptionOf = ({ file, node }: Found): Exception => ({
    file,
    columns: [...new Set(wordsOf(node).filter((word) => columns.has(word)))].sort(),
    text: node.quasis
      .map(({ value }) => value.cooked)
      .join('◇')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 160),
  })
  const proved = new Set<Template>()
  const failed = new Map<Template, { found: Found; verdict: Verdict }>()
  const judge = new Judge(client, tables)
  const fragments = new Fragments(judge, tables, sources)
  for (const isEntire of [true, false])
    for (const { found, pieces, used } of variants(sources, templates, isEntire)) {
      if ((!isEntire && proved.has(found.node)) || exempt.has(keyOf(exceptionOf(found)))) continue
      const verdict = isEntire ? await judge.judge(pieces) : await fragments.judge(pieces, found.file)
      if (verdict.is === 'right') for (const one of used) proved.add(one)
      else if (failed.get(found.node)?.verdict.is !== 'wrong') failed.set(found.node, { found, verdict })
    }
  const findings = [...failed.values()]
    .filter(({ found }) => !proved.has(found.node))
    .map(({ found, verdict }): Finding => {
      const at = verdict.is === 'wrong' && !('hole' in verdict.at) && verdict.at.file ? verdict.at : null
      return {
        place: sources.placeOf(found.file, found.node.start),
        says: verdict.is === 'right' ? '' : verdict.says,
        ...(at && { named: sources.placeOf(at.file, at.at) }),
        exception: exceptionOf(found),
      }
    })
  const gone = exceptions.flatMap((exception): Finding[] => {
    const unknown = exception.columns.filter((name) => !columns.has(name))
    return unknown.length > 0
      ? [{ place: exception.file, says: `no column ${unknown.join(', ')}: ${exception.text}`, exception }]
      : []
  })
  const own = new Set(templates.map(({ node }) => node))
  const count = [...proved].filter((node) => own.has(node)).length
  const shapes = await checkShapes(client, judge, sources, isAsked)
  return { findings: [...findings, ...gone], shapes, templates: templates.length, proved: count }
}

/** Each template in every form that the source may give it, once. */
function* variants(sources: Sources, templates: readonly Found[], isEntire: boolean) {
  const seen = new Set<string>()
  for (const branch of BRANCHES) {
    const writer = new Writer(sources, branch)
    for (const found of templates) {
      const pieces: Piece[] = writer.template(found.node, found.file, found.isRaw)
      const text = textOf(pieces)
      const key = `${found.file} ${found.node.start} ${text}`
      if (ENTIRE.test(text) !== isEntire || COMMAND.test(text) || seen.has(key)) continue
      seen.add(key)
      yield { found, pieces, used: [...writer.used] }
    }
  }
}

const keyOf = ({ file, text }: Exception) => `${file} ${text}`

const wordsOf = (node: Template): string[] =>
  node.quasis.flatMap(
    ({ value }) => (value.cooked ?? '').replace(/'[^']*'|::\w+/g, ' ').match(/[a-z_][a-z_0-9]*/g) ?? [],
  )

const hasNames = (node: Template, keywords: ReadonlySet<string>): boolean =>
  wordsOf(node).some((word) => !keywords.has(word))

async function namesOf(client: pg.ClientBase) {
  const read = async (text: string) => (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)
  return {
    columns: new Set(
      await read("select distinct column_name as name from information_schema.columns where table_schema = 'public'"),
    ),
    tables: await read(
      "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname <> 'complaints', relname",
    ),
    keywords: new Set(
      await read(
        "select word as name from pg_get_keywords() where catcode <> 'U' union select 'bigint' union select 'text' union select 'desc'",
      ),
    ),
  }
}
