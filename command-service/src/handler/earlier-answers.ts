import { ShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { Snapshot } from '@shop/stores/snapshot-store/snapshot-store'
import { emptyStream, step } from './folded.ts'
import { type AnyDecider, type AnyFolded, addFormer, foldedIn, type KnownStream } from './known-stream.ts'
import { type Reading, readWhole } from './read-stream.ts'

type FoldedUpTo = Readonly<{ folded: AnyFolded; causedBy: string }>

/** `left`: the stream's state right after the answered command. */
export type Earlier = Readonly<{ is: 'new' }> | Readonly<{ is: 'answered'; left: () => Promise<AnyFolded> }>

/**
 * Looks in memory and in the snapshot store. If the store may lack commands of the last seven days, searches the log too. Throws
 * IDEMPOTENCY_MISMATCH if the same key came with another body.
 */
export function createEarlierAnswers(reading: Reading) {
  const { log, snapshots } = reading

  async function find(known: KnownStream, metadata: CommandMetadata): Promise<Earlier> {
    const { decider, name, complete } = known
    const here = inMemory(known, metadata)
    if (here.is === 'answered' || complete.from === 0) return here
    const forgetBefore = snapshots.forgetBefore()
    if (complete.since < forgetBefore) return here

    const { command, coverage } = (await snapshots.lookUp(name, metadata.causationId)) ?? {}
    if (command) {
      const found = await foldUpTo(known, command.version)
      if (found.causedBy === metadata.causationId) return answered(command.digest, metadata, async () => found.folded)
      // The log was restored from an earlier backup, so it lacks this command.
      await snapshots.forget(name)
    } else if (coverage && coverage.since <= forgetBefore && coverage.to >= complete.from - 1) return here

    addFormer(known, await readWhole(reading, decider, name))
    return inMemory(known, metadata)
  }

  /** Looks only in memory. That is enough if a repeat is harmless (`isGuarded`). */
  function inMemory(known: KnownStream, metadata: CommandMetadata): Earlier {
    const here = known.byId.get(metadata.causationId)
    if (!here) return { is: 'new' }
    const left = here.version === known.folded.version ? known.folded : here.left
    return answered(here.digest, metadata, async () => left ?? (await foldUpTo(known, here.version)).folded)
  }

  const foldUpTo = async ({ decider, name }: KnownStream, version: number) =>
    foldOn(decider, name, version, await snapshots.find(decider, name, version))

  async function foldOn(decider: AnyDecider, name: string, version: number, snapshot?: Snapshot): Promise<FoldedUpTo> {
    let folded: AnyFolded = snapshot ? foldedIn(decider, snapshot) : emptyStream(decider)
    let causedBy = ''
    for await (const event of log.readStream(name, snapshot?.version)) {
      const isOfOtherLog = event.version === snapshot?.version && event.id !== snapshot.eventId
      if (isOfOtherLog) return foldOn(decider, name, version)
      if (event.version > folded.version) folded = step(decider, folded, event)
      causedBy = event.metadata.causationId
      if (event.version >= version) break
    }
    return { folded, causedBy }
  }

  return { find, inMemory }
}
export type EarlierAnswers = ReturnType<typeof createEarlierAnswers>

function answered(digest: string | undefined, metadata: CommandMetadata, left: () => Promise<AnyFolded>) {
  if (digest !== metadata.digest) throw usedKey()
  return { is: 'answered', left } as const
}

/** One idempotency key came with two bodies (RFC draft "The Idempotency-Key HTTP Header Field", decisions "Answers"). */
export const usedKey = () =>
  new ShopError(
    'IDEMPOTENCY_MISMATCH',
    'Your earlier request arrived. This one is different: send it again if you want both.',
  )
