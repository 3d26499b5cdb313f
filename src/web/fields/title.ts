import { currentLanguage } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'

type Titled = Pick<Definition, 'title' | 'titleIn'>

/** What a record is called to readers of the page's language; undefined where it has no title. */
export function titleOf({ title, titleIn }: Titled, row: object): string | undefined {
  const values: Record<string, unknown> = { ...row }
  const own = titleIn?.[currentLanguage()]
  const said = (own && values[own]) || values[title]
  return said === null || said === undefined || said === '' ? undefined : String(said)
}
