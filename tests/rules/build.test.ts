import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { borders } from '../../scripts/web/borders.ts'
import { filesBelow } from '../../scripts/web/files-below.ts'
import { mantineStyles } from '../../scripts/web/mantine-styles.ts'
import { publicPages } from '../../scripts/web/public-pages.ts'
import { newFolder } from '../setup/at-the-end.ts'

const root = join(import.meta.dirname, '../..')
const folder = newFolder('borders')

const buildOf = (source: string) => {
  const entry = join(folder, 'entry.ts')
  writeFileSync(entry, source)
  const options = { write: false, rolldownOptions: { input: entry } }
  return build({ root: folder, configFile: false, logLevel: 'silent', plugins: [borders()], build: options })
}

describe('the build of the pages', () => {
  it('ends when the browser would get what runs in Node', async () => {
    await expect(buildOf("import 'node:fs'")).rejects.toThrow('exists only in Node')
    await expect(buildOf("import '#server/config.ts'")).rejects.toThrow('exists only in Node')
    writeFileSync(join(folder, 'x.server.ts'), 'export const secret = 1')
    await expect(buildOf("import './x.server.ts'")).rejects.toThrow('must not reach the browser')
  })

  it('lets pass what both sides share', async () => {
    await expect(buildOf(`import ${JSON.stringify(join(root, 'src/shared/format.ts'))}`)).resolves.toBeDefined()
  })
})

describe('the styles of a page', () => {
  const stylesOf = (source: string) => {
    const { transform } = mantineStyles(root)
    if (typeof transform !== 'function') throw new Error('The plugin has no transform')
    // The plugin's own context is not read by it.
    const found = transform.call({} as never, source, join(root, 'src/web/some.tsx'))
    return typeof found === 'object' && found !== null && 'code' in found ? String(found.code) : ''
  }

  it('come with each component, and with the parts it is made of', () => {
    const code = stylesOf("import { Switch, type ButtonProps } from '@mantine/core'")
    expect(code).toContain("import '@mantine/core/styles/Switch.css'")
    expect(code).toContain("import '@mantine/core/styles/InlineInput.css'")
    expect(code).not.toContain('Button.css')
  })
})

describe('the catalogs', () => {
  it('stand where the build looks for them, in both languages', () => {
    for (const language of ['vi', 'ko'])
      expect(filesBelow(root, 'locales', new RegExp(`^${language}\\.json$`))).not.toEqual([])
  })
})

describe('a public page', () => {
  it('has one source, and without it the build says which is missing', () => {
    expect(publicPages(root)['vat-registration']).toMatch(/vat-registration\.public\.tsx$/)
    expect(() => publicPages(folder)).toThrow('The public page feedback needs one file feedback.public.tsx')
  })
})
