import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartError } from '../start-error.ts'
import { BackupProblem } from './problem.ts'

export interface Arguments {
  /** The folder that the command is about. */
  path: string
  values: Readonly<Record<string, unknown>>
  /** A path as the person who typed it means it: npm itself runs in the folder of the package. */
  pathOf(typed: string): string
}

/**
 * Runs a command that takes one folder: the process ends with 1 where it answers false or fails, which it says in one sentence where
 * that is for a person.
 */
export async function run(
  usage: string,
  options: NonNullable<ParseArgsConfig['options']>,
  work: (given: Arguments) => Promise<boolean>,
): Promise<void> {
  try {
    if (!(await work(read(usage, options)))) process.exitCode = 1
  } catch (error) {
    const isForPeople = error instanceof BackupProblem || error instanceof StartError
    console.error(isForPeople ? error.message : error)
    process.exitCode = 1
  }
}

function read(usage: string, options: NonNullable<ParseArgsConfig['options']>): Arguments {
  const { values, positionals } = parse(usage, options)
  const [path] = positionals
  if (positionals.length !== 1 || !path) throw new BackupProblem(usage)
  const pathOf = (typed: string) => resolve(process.env.INIT_CWD ?? process.cwd(), typed)
  return { path: pathOf(path), values, pathOf }
}

function parse(usage: string, options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new BackupProblem(`${messageOf(error)}\n${usage}`)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
