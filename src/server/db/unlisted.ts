import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { modules } from '../../modules/index.ts'
import type { Definition } from '../../shared/resource.ts'

const MODULES = new URL('../../modules/', import.meta.url)

/**
 * Files of a folder of modules that export a definition which is not in the list of modules, and so has no table, route or screen.
 * @returns one sentence per definition
 */
export async function unlistedDefinitions(folder: URL = MODULES): Promise<string[]> {
  const files = globSync('*/**/*.ts', { cwd: fileURLToPath(folder) }).filter((file) => /(?:^|\/)[^./]+\.ts$/.test(file))
  const found = await Promise.all(
    files.map(async (file) => {
      const exported: Record<string, unknown> = await import(new URL(file, folder).href)
      return Object.values(exported)
        .filter(isDefinition)
        .filter(({ name }) => !modules.some((module) => module.name === name))
        .map(({ name }) => `src/modules/${file} defines ${name}, which is not in the list of src/modules/index.ts.`)
    }),
  )
  return found.flat()
}

const isDefinition = (value: unknown): value is Definition =>
  typeof value === 'object' && value !== null && 'table' in value && 'fields' in value && 'permission' in value
