import { definitionOf, isKnown } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { readConfig } from '@shop/server/config'
import { progressLines, runTool } from '@shop/server/run-tool'
import { fileOf, openStoredLog, type StoredLog } from '@shop/server/stored-log'
import type { Witness } from '@shop/stores/event-store/chain'
import { verifyLog } from '@shop/stores/event-store/sqlite/verify-log'
import { verifyReadLog } from '@shop/stores/event-store/verify-read-log'
import { readWitnesses } from '@shop/stores/event-store/witnesses'

const USAGE = 'npm run shop -- verify-log [<log>] [<witnesses>] [--expect-position=<position>]'

/** The log must contain each head in the witnesses (a manifest, or lines of the `logger`) and reach the expected position. */
await runTool(USAGE, async (argument, has, _, given) => {
  const expected = Number(given('--expect-position') ?? 0)
  if (has('--expect-position') && !(Number.isInteger(expected) && expected > 0)) throw new Error(`Usage: ${USAGE}`)
  const witnesses = argument('witnesses') ? await readWitnesses(argument('witnesses')) : []
  const address = addressOf(argument('log'))
  const name = nameOf(address)
  const log = await openStoredLog(address)
  try {
    const { events, hash } = await verified(log, address, witnesses)
    if (events < expected)
      throw new Error(`${name} was cut off after position ${events}. Position ${expected} was acknowledged`)
    const unknown = await unknownEvents(log.batches())
    if (unknown.length > 0)
      throw new Error(`${name} has events that this version of the shop does not know: ${unknown.join(', ')}`)
    const remark =
      witnesses.length > 0
        ? `, and contains ${witnesses.length} witnessed ${witnesses.length === 1 ? 'head' : 'heads'}`
        : ''
    process.stdout.write(`${name} is sound up to position ${events}, hash ${hash}${remark}\n`)
  } finally {
    await log.close()
  }
})

function addressOf(log: string) {
  if (!log) return readConfig(undefined, 'none').stores.events
  return /^(\w+(\+\w+)?:\/\/|sqlite:)/.test(log) ? log : `sqlite:${log}`
}

async function verified({ onServer }: StoredLog, address: string, witnesses: readonly Witness[]) {
  if (!onServer) return verifyLog(fileOf(address), witnesses)
  const said = progressLines((events) => `${events} events read`)
  return verifyReadLog(onServer, nameOf(address), witnesses, { onProgress: said })
}

/** The address of a server may contain a password. */
function nameOf(address: string) {
  return address.startsWith('sqlite:') ? fileOf(address) : 'The server’s log'
}

/** Returns the first event of each unknown type and version, with its position. */
async function unknownEvents(batches: AsyncIterable<readonly Recorded[]>): Promise<readonly string[]> {
  const found = new Map<string, string>()
  for await (const events of batches)
    for (const { type, metadata, position } of events) {
      const version = metadata.schemaVersion
      if (isKnown(type) && Number.isInteger(version) && version >= 1 && version <= definitionOf(type).version) continue
      const kind = `${type} of version ${version}`
      if (!found.has(kind)) found.set(kind, `${kind} at position ${position.replace(/^0+(?=\d)/, '')}`)
    }
  return [...found.values()]
}
