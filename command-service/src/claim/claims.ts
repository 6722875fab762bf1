import { isShopError } from '@shop/language/errors'
import { type ClaimKind, claimStream } from '@shop/language/events/claim-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { claimDecider } from './claim-decider.ts'

/** Longer than any request takes: a claim that its owner does not use by then was left by a request that died. */
const ORPHAN_AFTER_MS = 60_000

type Key = Readonly<{ kind: ClaimKind; key: string; ownerId: string }>

/** Whether this owner exists and uses the key. A claim without an owner counts only for its first minute. */
export type Holds = (ownerId: string) => Promise<boolean>

/**
 * Claims a key for an owner before the owner itself is created; the same owner may claim it again. Throws CONFLICT if another owner has
 * it, unless that owner's claim is an orphan: then the key is taken over.
 */
export async function claim(commands: CommandHandler, wanted: Key, holds: Holds, metadata: CommandMetadata) {
  try {
    await ask(commands, 'Claim', wanted, metadata)
  } catch (error) {
    const orphan = isShopError(error, 'CONFLICT') && (await orphanOf(commands, wanted, holds))
    if (!orphan) throw error
    await ask(commands, 'Release', { ...wanted, ownerId: orphan }, metadata)
    await ask(commands, 'Claim', wanted, metadata)
  }
}

/** Releases a key, if this owner has it. */
export const release = (commands: CommandHandler, key: Key, metadata: CommandMetadata) =>
  ask(commands, 'Release', key, metadata)

/** The owner of this key, if it has one. */
export const ownerOf = async (commands: CommandHandler, kind: ClaimKind, key: string) =>
  (await commands.load(claimDecider, claimStream(kind, key))).state.ownerId

/**
 * Sends a claim command under a new id each time: the same request may have to claim again after another owner had the key meanwhile,
 * so a repeat must not be taken for handled.
 */
const ask = (
  commands: CommandHandler,
  type: 'Claim' | 'Release',
  { kind, key, ownerId }: Key,
  metadata: CommandMetadata,
) =>
  commands.ensure(
    claimDecider,
    claimStream(kind, key),
    { type, kind, ownerId },
    furtherCommand(metadata, type, kind, key, commands.newId()),
  )

async function orphanOf(commands: CommandHandler, { kind, key }: Key, holds: Holds) {
  const { state, recordedAt } = await commands.load(claimDecider, claimStream(kind, key))
  const ageMs = commands.now().getTime() - Date.parse(recordedAt)
  return state.ownerId !== undefined && ageMs > ORPHAN_AFTER_MS && !(await holds(state.ownerId))
    ? state.ownerId
    : undefined
}
