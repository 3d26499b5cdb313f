import { join } from 'node:path'

/** The file of ours, from the root, that an import of another one names; null where it names a package. */
export const importedFile = (file: string, specifier: string): string | null =>
  specifier.startsWith('#server/')
    ? specifier.replace('#', 'src/')
    : specifier.startsWith('.')
      ? join(file, '..', specifier)
      : null
