/** A backup or restore that cannot be made or trusted: `message` is made for the person who runs the command. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}

/** Whether an error of the file system says one of these. */
export const isCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
