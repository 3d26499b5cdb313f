/**
 * Trusted Types: the browser lets text become markup or a script's address only through here (the `default` policy of the
 * pages' content security policy), so that a library that writes into the page cannot be made to run anything.
 */
interface Rules {
  createHTML(text: string): string | null
  createScriptURL(address: string): string | null
}

/** Cleans markup; brought by the parts of the application that cannot do without. */
let clean: ((html: string) => string) | undefined

export function trustMarkup(by: (html: string) => string): void {
  clean = by
}

/** Text without a tag is harmless as markup, such as the rules of a style; scripts are our own built files. */
const RULES: Rules = {
  createHTML: (text) => (text.includes('<') ? (clean?.(text) ?? null) : text),
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href)
    return origin === location.origin && /^\/(assets\/[\w.-]+|forms-worker)\.js$/.test(pathname) ? address : null
  },
}

interface Factory {
  createPolicy(name: string, rules: Rules): unknown
}

const factory = Reflect.get(globalThis, 'trustedTypes') as Factory | undefined // not every browser has it, nor TypeScript its type
factory?.createPolicy('default', RULES)
