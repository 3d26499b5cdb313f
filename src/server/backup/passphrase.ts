import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { BackupProblem } from './problem.ts'
import { PASSPHRASE_LEAST } from './secrets.ts'

export interface PassphraseSource {
  file: string | undefined
  env: Readonly<Record<string, string | undefined>>
}

/** The passphrase of a backup: from a file, from BACKUP_PASSPHRASE, or asked for at the terminal without showing it. */
export async function askPassphrase({ file, env }: PassphraseSource, isNew: boolean): Promise<string> {
  const given = file === undefined ? env.BACKUP_PASSPHRASE : await fromFile(file)
  const passphrase = given || (await typed('Passphrase of the backup: '))
  if (!isNew) return passphrase
  if ([...passphrase].length < PASSPHRASE_LEAST)
    throw new BackupProblem(`The passphrase must have at least ${PASSPHRASE_LEAST} characters.`)
  if (!given && (await typed('Once more: ')) !== passphrase) throw new BackupProblem('The two passphrases differ.')
  return passphrase
}

async function fromFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new BackupProblem(`The passphrase cannot be read from ${path}.`)
  })
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase === '') throw new BackupProblem(`${path} holds no passphrase.`)
  return passphrase
}

async function typed(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new BackupProblem('A passphrase is needed: set BACKUP_PASSPHRASE, or name a file with --passphrase-file.')
  process.stderr.write(question)
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: nothing, terminal: true })
  try {
    return await line.question('')
  } finally {
    line.close()
    process.stderr.write('\n')
  }
}
