import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { logFact } from '@shop/stores/logger/logger'
import { ConfigError, UNUSABLE_DATA } from './config.ts'
import { freeBytes } from './free-bytes.ts'
import { listOpenPlaces, restrictToOwner } from './owner-only.ts'

/**
 * Returns the absolute path. Creates a missing folder for its owner only. In an existing folder, makes the shop's files unreadable for
 * other users. Throws ConfigError.
 */
export function writableFolder(path: string): string {
  const folder = resolve(path)
  try {
    createFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${folder} cannot be written to (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
      exitCode: UNUSABLE_DATA,
    })
  }
  hideFromOthers(folder)
  return folder
}

/** The shop cannot restrict the files of another user. */
function hideFromOthers(folder: string) {
  const places = listOpenPlaces(folder)
  if (places.length === 0) return
  const left = restrictToOwner(places)
  const message =
    left.length > 0
      ? 'Other users may read files of the shop'
      : 'Other users could read files of the shop until now. The shop has changed the permissions of these files'
  logFact('warn', message, { folder, files: places.length, ...(left.length > 0 && { left: left.length }) })
}

/** With less free space, a commit could fail. So such a disk counts as full. */
const LEAST_FREE_BYTES = 1024 * 1024

export function requireFreeSpace(folder: string, statfs?: Parameters<typeof freeBytes>[1]) {
  accessSync(folder, constants.W_OK)
  if (freeBytes(folder, statfs) < LEAST_FREE_BYTES) throw new Error(`${folder} is full`)
}

/** Where nothing can be created, for example under /proc, Node's `mkdir` with `recursive` never returns. */
function createFolder(folder: string) {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
