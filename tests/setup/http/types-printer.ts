import { ts } from '@ts-morph/common'

/** The compiler before TypeScript 7, which still prints syntax trees that others have built. */
export default ts
