import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigError } from './config.ts'

/** The absolute path of a writable folder, which is created if it does not exist. Throws ConfigError. */
export function writableFolder(path: string): string {
  const folder = resolve(path)
  try {
    make(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${folder} cannot be written to (${(error as NodeJS.ErrnoException).code})`)
  }
  return folder
}

/** Below this a commit may fail, so the log accepts no more appends. */
const LEAST_FREE_BYTES = 1024 * 1024

/** Throws when the folder is not writable or its disk is full. */
export function requireRoom(folder: string, statfs: typeof spaceOf = spaceOf) {
  accessSync(folder, constants.W_OK)
  const { blocks, bavail, bsize } = statfs(folder)
  // Some file systems do not report their size.
  if (blocks > 0 && bavail * bsize < LEAST_FREE_BYTES) throw new Error(`${folder} is full`)
}

const spaceOf = (folder: string): { blocks: number; bavail: number; bsize: number } => statfsSync(folder)

/** With its parents. Node's own `recursive` never ends below a folder like /proc, where nothing can be made. */
function make(folder: string) {
  if (existsSync(folder)) return
  make(dirname(folder))
  mkdirSync(folder)
}
