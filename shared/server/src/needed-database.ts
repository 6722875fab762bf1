import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LogChanged } from '@shop/stores/event-store/chain'
import { requireSound, Unusable } from '@shop/stores/open-expendable'
import { isDamaged } from '@shop/stores/open-sqlite'
import { ConfigError, UNUSABLE_DATA } from './config.ts'

const RESTORE = 'replace it with its newest backup (docs/operating.md, Restore) and keep the damaged file'
/** What an operator must do for a database that is not in every backup. */
const todo: Readonly<Record<string, string>> = {
  'paypal-simulator.db': `${RESTORE}, or remove it; then test payments in progress are lost`,
}

/** Opens a database that cannot be rebuilt. Throws ConfigError if its data is damaged or was changed. */
export async function openNeeded<T>(file: string, open: () => T | Promise<T>): Promise<T> {
  try {
    requireSoundFile(file)
    return await open()
  } catch (error) {
    throw refusalOf(file, error) ?? error
  }
}

/** The error for damaged or changed data. Its message says what to do. */
export function refusalOf(file: string, cause: unknown): ConfigError | undefined {
  if (!isDamaged(cause) && !(cause instanceof Unusable) && !(cause instanceof LogChanged)) return undefined
  const name = basename(file)
  const remedy = (cause instanceof LogChanged ? cause.remedy : undefined) ?? todo[name] ?? RESTORE
  return new ConfigError(`DATA_DIR: ${name} cannot be opened (${cause.message}). What to do: ${remedy}`, {
    cause,
    exitCode: UNUSABLE_DATA,
  })
}

export function requireSoundFile(file: string) {
  if (!existsSync(file)) return
  using db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  requireSound(db)
}
