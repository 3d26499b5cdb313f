import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { PUBLIC_PAGE_NAMES } from '../../src/modules/public-pages.ts'
import { filesBelow } from './files-below.ts'

/** The source of each public page, by its name: the one file `<name>.public.tsx`. Throws where a page has none, or two. */
export function publicPages(root: string): Record<string, string> {
  const files = ['src/modules', 'src/web/public'].flatMap((folder) => filesBelow(root, folder, /\.public\.tsx$/))
  return Object.fromEntries(
    PUBLIC_PAGE_NAMES.map((page) => {
      const [file, second] = files.filter((one) => basename(one) === `${page}.public.tsx`)
      if (!file || second) throw new Error(`The public page ${page} needs one file ${page}.public.tsx`)
      return [page, file]
    }),
  )
}

const FORM = /\.public\.ts$/

/**
 * Public forms reach the browser as data: what a form asks, without the definition it is read from, which is many times larger and
 * says more of the module than a stranger needs to know.
 */
export function publicForms(): Plugin {
  return {
    name: 'public-forms',
    enforce: 'pre',
    async load(id) {
      const [file = ''] = id.split('?')
      if (!FORM.test(file)) return
      const values = Object.entries(await valuesOf(file))
      return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
    },
  }
}

/** Every text of a form's file: a text for people among them is a catalog key. */
export async function textsOfForm(file: string): Promise<string[]> {
  const textsIn = (value: unknown): string[] => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
  }
  return textsIn(await valuesOf(file))
}

/** What a form's file exports. Throws where that is more than data. */
async function valuesOf(file: string): Promise<Record<string, unknown>> {
  const url = `${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}` // while developing it changes
  const values: Record<string, unknown> = { ...(await import(url)) }
  refuseCode(values, file)
  return values
}

function refuseCode(value: unknown, at: string): void {
  if (typeof value === 'function' || value instanceof RegExp)
    throw new Error(`${at} is code: the browser gets data only`)
  if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) refuseCode(part, `${at} ${name}`)
}

export const isFormFile = (file: string): boolean => FORM.test(file)
