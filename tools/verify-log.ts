import { existsSync } from 'node:fs'
import { openEventStore } from '@shop/server/open-adapters'
import type { Witness } from '@shop/stores/event-store/chain'
import { verifyLog } from '@shop/stores/event-store/sqlite/verify-log'
import { verifyReadLog } from '@shop/stores/event-store/verify-read-log'
import { readWitnesses } from '@shop/stores/event-store/witnesses'
import { LogFileError } from '@shop/stores/log-file/log-file'
import { progressLines, runTool } from './run-tool.ts'

/** Checks a log, on a server too, and that it goes through each head that was witnessed in a manifest or in the operator's log. */
await runTool('npm run verify-log -- <log> [<witnesses>]', async (argument) => {
  const witnesses = argument('witnesses') ? await readWitnesses(argument('witnesses')) : []
  const place = argument('log').replace(/^sqlite:/, '')
  const { events, hash } = /^\w+(\+\w+)?:\/\//.test(place) ? await onServer(place, witnesses) : inFile(place, witnesses)
  const told =
    witnesses.length > 0
      ? `, and goes through ${witnesses.length} witnessed ${witnesses.length === 1 ? 'head' : 'heads'}`
      : ''
  process.stdout.write(`${nameOf(place)} is sound up to position ${events}, hash ${hash}${told}\n`)
})

function inFile(file: string, witnesses: readonly Witness[]) {
  if (!existsSync(file)) throw new LogFileError(`${file} is not there`)
  return verifyLog(file, witnesses)
}

async function onServer(address: string, witnesses: readonly Witness[]) {
  const store = await openEventStore(address)
  try {
    const said = progressLines((events) => `${events} events read`)
    return await verifyReadLog(store, nameOf(address), witnesses, said)
  } finally {
    await store.close()
  }
}

/** An address may have a password. */
function nameOf(place: string) {
  return place.includes('://') ? 'The server’s log' : place
}
