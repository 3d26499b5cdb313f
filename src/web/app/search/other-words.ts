import { useEffect, useState } from 'react'
import { catalogIn, currentLanguage, LANGUAGES, tIn } from '../../../shared/language.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { loadLanguage, loadScreenCatalog } from '../../catalogs.ts'
import synonyms from './synonyms.json' with { type: 'json' }

/** How else a sentence of the interface is said: in the other languages, and in the words people have for it. */
export type OtherWords = (sentence: string) => readonly string[]

const NONE: OtherWords = () => []
let known: Promise<OtherWords> | undefined

/** Fetched once something is typed: the catalogs of the other languages are as long as the page's own. */
export function useOtherWords(isWanted: boolean): OtherWords {
  const [words, tell] = useState<OtherWords>(() => NONE)
  useEffect(() => {
    if (!isWanted) return
    known ??= load()
    void known.then((found) => tell(() => found))
  }, [isWanted])
  return words
}

async function load(): Promise<OtherWords> {
  const here = currentLanguage()
  const others = LANGUAGES.filter((one) => one !== here)
  await Promise.all([loadScreenCatalog(), ...others.map(loadLanguage)])
  const keys = Map.groupBy(Object.entries(catalogIn(here)), ([, said]) => said)
  const keysOf = (part: string) => keys.get(part)?.map(([key]) => key) ?? [part]
  const sayings: Record<string, readonly string[] | undefined> = synonyms
  const told = new Map<string, readonly string[]>()
  return (sentence) => {
    const before = told.get(sentence)
    if (before) return before
    // A label may be made of several: 'Priority: High'.
    const found = [sentence, ...sentence.split(/: | · /)]
      .flatMap(keysOf)
      .flatMap((key) => [...others.map((one) => tIn(one, key)), ...(sayings[key] ?? [])])
      .map(normalizeText)
    told.set(sentence, found)
    return found
  }
}
