import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = 'src/modules/api/guides'

export interface GuideProgram {
  /** Chapter and language, e.g. `3-till.ts`. */
  name: string
  language: 'sh' | 'ts'
  text: string
}

/** What each chapter shows in shell or TypeScript, as one program of its language. */
export const guidePrograms = (): GuideProgram[] =>
  readdirSync(FOLDER)
    .filter((name) => /^\d.*\.md$/.test(name))
    .toSorted()
    .flatMap((name) => {
      const fences = [...readFileSync(`${FOLDER}/${name}`, 'utf8').matchAll(/^```(sh|ts)\n(.*?)^```$/gms)]
      return (['sh', 'ts'] as const).flatMap((language) => {
        const parts = fences.flatMap(([, of, text = '']) => (of === language ? [text] : []))
        return parts.length > 0
          ? [{ name: `${name.replace(/\.md$/, '')}.${language}`, language, text: parts.join('\n') }]
          : []
      })
    })
