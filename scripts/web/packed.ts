import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { filesBelow } from './files-below.ts'

const WORTHWHILE_BYTES = 1024

/** Beside each script, style and program its packed forms, so that the server packs nothing while it serves. */
export function packed(root: string): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    writeBundle({ dir = join(root, 'dist') }) {
      for (const file of filesBelow(dir, 'assets', /\.(js|css|svg|wasm)$/)) {
        const path = join(dir, file)
        const content = readFileSync(path)
        if (content.length < WORTHWHILE_BYTES) continue
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(content, {
            params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_QUALITY]: 9 },
          }),
        )
      }
    },
  }
}
