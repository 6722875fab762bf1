import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

const BYTES = 32

/** Returns the secret that signs tokens, from the data folder. If the folder has no secret, creates a secret. */
export function keptTokenSecret(dataFolder: string): string {
  const file = join(dataFolder, 'token-secret')
  const kept = readIfThere(file)
  if (kept === undefined) {
    const secret = randomBytes(BYTES).toString('base64url')
    // The rename keeps `token-secret` complete, even if the process is killed.
    writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
    return secret
  }
  if (Buffer.byteLength(kept) < BYTES)
    throw new ConfigError(
      `${file}: has fewer than ${BYTES} bytes. Remove it. The shop then creates a new secret, and all users must sign in again`,
    )
  return kept
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
