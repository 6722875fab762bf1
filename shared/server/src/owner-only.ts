import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** A file or folder that other users may read, write or enter. */
export type OpenPlace = Readonly<{ path: string; isFolder: boolean }>

/** The names of the shop's files. DATA_DIR may also have other files, which the shop never changes. */
const OURS =
  /^((events|keys|read-models|snapshots|jobs|paypal-simulator)\.db\b.*|token-secret(\.new)?|uploads|demo-pictures|outbox|analysis)$/
const OTHERS = 0o077
const STICKY = 0o1000

/** Includes the folder itself if it is open and has only files of the shop. */
export function listOpenPlaces(dataFolder: string): readonly OpenPlace[] {
  if (process.platform === 'win32') return []
  const names = readdirSync(dataFolder)
  const places = names.filter((name) => OURS.test(name)).flatMap((name) => openAt(join(dataFolder, name)))
  const { mode } = lstatSync(dataFolder)
  const isOurs = names.every((name) => OURS.test(name)) && (mode & STICKY) === 0
  return isOurs && (mode & OTHERS) !== 0 ? [...places, { path: dataFolder, isFolder: true }] : places
}

/** Returns the places that could not be changed. */
export function restrictToOwner(places: readonly OpenPlace[]): readonly OpenPlace[] {
  return places.filter(({ path, isFolder }) => {
    try {
      chmodSync(path, isFolder ? 0o700 : 0o600)
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ENOENT'
    }
  })
}

function openAt(path: string): OpenPlace[] {
  const facts = factsOf(path)
  if (!facts || facts.isSymbolicLink() || (facts.mode & OTHERS) === 0) return []
  if (!facts.isDirectory()) return [{ path, isFolder: false }]
  return [...readdirSync(path).flatMap((name) => openAt(join(path, name))), { path, isFolder: true }]
}

/** Undefined if another process has just removed the file. */
const factsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })
