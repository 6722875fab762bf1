import { existsSync } from 'node:fs'
import type { Recorded } from '@shop/language/events/event'
import type { Config } from '@shop/server/config'
import { openContents, openKeyStore } from '@shop/server/open-adapters'
import { fileOf, openStoredLog } from '@shop/server/stored-log'
import { type Stores, storeVariables } from '@shop/server/stores-config'
import { filesIn, type Piece, piecesOfDatabase, piecesOfFile, tablesIn } from '@shop/stores/erasure/files'
import { allKeys, type KeysOf, openedEvents, readKeys } from '@shop/stores/erasure/opened-events'
import { createSearch } from '@shop/stores/erasure/search'
import { readEvents } from '@shop/stores/event-store/sqlite/read-events'
import { unpackedPieces } from './unpacked-pieces.ts'

type Log = Readonly<{ place: string; batches: AsyncIterable<readonly Recorded[]> }>
/** `value`: the number of a searched value, from 1. A finding never contains the value itself. */
export type Finding = Readonly<{ place: string; value: number; how: string }>
/** `unnamed`: the variables of stores that were not searched. */
export type Searched = Readonly<{
  findings: readonly Finding[]
  files: number
  servers: number
  opened: number
  unnamed: readonly string[]
}>
export type Places = Awaited<ReturnType<typeof openPlaces>>

/** Opens everything that the configured shop writes to, and the files and folders in `further`, such as backups. */
export async function openPlaces(config: Config, further: readonly string[]) {
  await using opening = new AsyncDisposableStack()
  const { events, keys, ...others } = config.stores
  const servers = oncePerServer([keys, ...Object.values(others)].filter((address) => address.includes('://')))
  const { batches: stored, onServer } = opening.adopt(await openStoredLog(events), (log) => log.close())
  const keyServer = keys.startsWith('sqlite:') ? undefined : await openKeyStore(keys)
  if (keyServer) opening.defer(() => keyServer.close())

  const ownKeys: KeysOf = async (people) => {
    if (!keyServer) return readKeys(fileOf(keys), people)
    return new Map([...(await keyServer.keysOf(people))].map(([person, key]) => [person, [key]]))
  }
  const folders = [config.dataFolder, config.uploadsFolder].filter((folder) => existsSync(folder))
  const open = opening.move()

  return {
    stored,
    opened: () => openedEvents(stored(), ownKeys),
    onServer,

    /** Searches the bytes of files, each value of a database, and everything that the keys can still decrypt. */
    async search(values: readonly string[]): Promise<Searched> {
      const find = createSearch(values)
      const findings = new Map<string, Finding>()
      const look = ({ place, bytes }: Piece) => {
        for (const { value, how } of find(bytes)) findings.set(`${place} ${value} ${how}`, { place, value, how })
      }
      const files = await searchFiles([...folders, ...further], look)
      for (const address of servers)
        for await (const piece of await openContents(address, address === others.counters && address !== others.jobs))
          look(piece)
      if (onServer) for await (const batch of stored()) look(pieceOf('The server’s log', batch))
      const inFiles: readonly KeysOf[] = files.keys.map((file) => async (people) => readKeys(file, people))
      const keysOf = allKeys(...(keyServer ? [ownKeys] : []), ...inFiles)
      let opened = 0
      const logs: Log[] = files.logs.map((file) => ({ place: file, batches: readEvents(file) }))
      if (onServer) logs.push({ place: 'The server’s log', batches: stored() })
      for (const { place, batches } of logs)
        for await (const { event } of openedEvents(batches, keysOf)) {
          opened += 1
          look(pieceOf(`${place}, decrypted with an existing key`, event.data))
        }
      return {
        findings: [...findings.values()],
        files: files.all,
        servers: servers.length + (onServer ? 1 : 0),
        opened,
        unnamed: unnamedOf(config.stores),
      }
    },

    close: () => open.disposeAsync(),
  }
}

/** If some stores are on servers, a store without an address and without a file is on a server that was not named. */
function unnamedOf(stores: Stores) {
  const all = Object.entries(stores) as [keyof Stores, string][]
  if (!all.some(([, address]) => address.includes('://'))) return []
  return all
    .filter(([, address]) => address.startsWith('sqlite:') && !existsSync(fileOf(address)))
    .map(([store]) => storeVariables[store])
}

/** All databases of a MongoDB server are searched, so one address of each server is enough. */
function oncePerServer(addresses: readonly string[]) {
  const serverOf = (address: string) =>
    address.startsWith('mongodb') ? address.replace(/(:\/\/[^/]*).*/, '$1') : address
  return [...new Map(addresses.map((address) => [serverOf(address), address])).values()]
}

/** Returns the logs and key files among the files. Skips a file that was removed during the search. */
async function searchFiles(places: readonly string[], look: (piece: Piece) => void) {
  const [logs, keys, all] = [[] as string[], [] as string[], new Set(places.flatMap(filesIn))]
  for (const file of all)
    try {
      for await (const piece of piecesOfFile(file)) look(piece)
      const tables = (await tablesIn(file)) ?? []
      if (tables.length > 0) for (const piece of piecesOfDatabase(file)) look(piece)
      if (tables.includes('events') && tables.includes('streams')) logs.push(file)
      if (tables.includes('keys')) keys.push(file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  for await (const piece of unpackedPieces([...all])) look(piece)
  return { logs, keys, all: all.size }
}

const pieceOf = (place: string, value: unknown): Piece => ({ place, bytes: Buffer.from(JSON.stringify(value)) })
