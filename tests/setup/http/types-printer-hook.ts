import { registerHooks } from 'node:module'

const PRINTER = new URL('types-printer.ts', import.meta.url).href

/** What writes the types of a description asks the compiler to print them, which TypeScript 7 does for nobody. */
registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? PRINTER : name, context) })
