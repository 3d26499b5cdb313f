// Imported first by whatever reads settings: those of .env (or of the file that ENV_FILE names) count where the environment has none.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = process.env.ENV_FILE ?? fileURLToPath(new URL('../.env', import.meta.url))
if (file && existsSync(file)) {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    console.error(`${file} cannot be read (${error instanceof Error && 'code' in error ? error.code : error}).`)
    process.exit(1)
  }
}
