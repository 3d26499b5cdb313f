import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Language } from '../../../shared/language.ts'
import { WORDS } from './meaning.ts'

const phrases = z.array(z.string())
const lists = z.record(z.string(), phrases)
const COMMANDS = ['open', 'make', 'create', 'search', 'video', 'export', 'start', 'stop', 'help'] as const
export type CommandName = (typeof COMMANDS)[number]

const LANGUAGE = z.strictObject({
  head: z.enum(['first', 'last']),
  numbers: z.record(z.string(), z.number()),
  polite: phrases,
  ignore: phrases,
  turning: phrases,
  particles: phrases.default([]),
  words: z.partialRecord(z.enum(WORDS), phrases),
  periods: lists,
  pending: phrases,
  mine: lists,
  titles: phrases,
  names: lists,
  screens: lists,
  commands: z.record(z.enum(COMMANDS), phrases),
  complaint: z.strictObject({ customer: phrases, phone: phrases, said: phrases, types: lists }),
})
/** What a data file says of a language. */
export type LanguageData = z.infer<typeof LANGUAGE>

const address = z.string().startsWith('https://')
const SITES = z.strictObject({
  search: address,
  video: address,
  sites: z.record(z.string(), z.strictObject({ address, called: phrases })),
})
export type Sites = z.infer<typeof SITES>

const known = new Map<string, unknown>()

/** The data file of a language; a mistake in it is told when it is read, by its place. */
export const languageData = (language: Language): LanguageData => read(`${language}.yaml`, LANGUAGE)
export const sitesData = (): Sites => read('sites.yaml', SITES)

function read<S extends z.ZodType>(file: string, shape: S): z.infer<S> {
  if (!known.has(file)) {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8')
    // In a list of YAML ' #' would begin a remark.
    const written: unknown = JSON.parse(JSON.stringify(parse(text)).replaceAll('<n>', '#'))
    const found = shape.safeParse(written)
    if (!found.success) throw new Error(`${file}: ${z.prettifyError(found.error)}`)
    known.set(file, found.data)
  }
  return known.get(file) as z.infer<S> // kept as it was checked
}
