import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Paths (from the root, sorted) of the files below a folder that fit a pattern. */
export function filesBelow(root: string, folder: string, fits: RegExp): string[] {
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  )
  return names
    .filter((name) => fits.test(name))
    .sort()
    .map((name) => join(folder, name))
}
