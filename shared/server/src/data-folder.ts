import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { logFact } from '@shop/logger/logger'
import { ConfigError, UNUSABLE_DATA } from './config.ts'
import { freeBytes } from './free-bytes.ts'
import { openToOthers, shutToOthers } from './owner-only.ts'

/**
 * Returns the absolute path of a writable folder. A missing folder is created so that only its owner can use it. In an existing folder, the
 * shop's files are changed so that other users cannot read them. Throws ConfigError.
 */
export function writableFolder(path: string): string {
  const folder = resolve(path)
  try {
    make(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${folder} cannot be written to (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
      exitCode: UNUSABLE_DATA,
    })
  }
  shut(folder)
  return folder
}

/** Changes the shop's files so that other users cannot read them. Files that cannot be changed, such as another user's, are logged. */
function shut(folder: string) {
  const places = openToOthers(folder)
  if (places.length === 0) return
  const left = shutToOthers(places)
  const message =
    left.length > 0
      ? 'Others may read what the shop keeps'
      : 'Others could read what the shop keeps, and cannot any more'
  logFact('warn', message, { folder, files: places.length, ...(left.length > 0 && { left: left.length }) })
}

/** If less space than this is free, a commit could fail. So the log accepts no more appends then. */
const LEAST_FREE_BYTES = 1024 * 1024

/** Throws if the folder is not writable or its disk is full. */
export function requireRoom(folder: string, statfs?: Parameters<typeof freeBytes>[1]) {
  accessSync(folder, constants.W_OK)
  if (freeBytes(folder, statfs) < LEAST_FREE_BYTES) throw new Error(`${folder} is full`)
}

/**
 * Creates the folder and its parents. Node's own option `recursive` is not used: with this option, a call for a place like /proc, where
 * nothing can be created, never ends.
 */
function make(folder: string) {
  if (existsSync(folder)) return
  make(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
