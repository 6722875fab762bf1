import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigError } from './config.ts'

/** The absolute path of a folder that is there and can be written to, made if need be. Throws ConfigError. */
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

/** With its parents. Node's own `recursive` never ends below a folder like /proc, where nothing can be made. */
function make(folder: string) {
  if (existsSync(folder)) return
  make(dirname(folder))
  mkdirSync(folder)
}
