import { isShopError } from '@shop/shared/errors'
import { type ClaimKind, claimStream } from '@shop/shared/events/claim-events'
import type { CommandMetadata } from '@shop/shared/http/request-metadata'
import { type CommandHandler, furtherCommand } from '../handle-command.ts'
import { claimDecider } from './claim-decider.ts'

/** Longer than any request lives: a claim that its owner does not use by then was left by a request that died. */
const ORPHAN_AFTER_MS = 60_000

type Key = Readonly<{ kind: ClaimKind; key: string; ownerId: string }>

/** Does this owner exist and go by the key? A claim is believed only for its first minute. */
export type Holds = (ownerId: string) => Promise<boolean>

/**
 * Takes a key for an owner, before the owner itself is written; again by the same owner it is fine. Throws CONFLICT
 * when another has it, unless that one's claim is an orphan: then it is taken over.
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

/** Lets a key go, if this owner has it. */
export const release = (commands: CommandHandler, key: Key, metadata: CommandMetadata) =>
  ask(commands, 'Release', key, metadata)

/** Who has this key, if anybody. */
export const ownerOf = async (commands: CommandHandler, kind: ClaimKind, key: string) =>
  (await commands.load(claimDecider, claimStream(kind, key))).state.ownerId

/**
 * Both commands ask for a state, not for a change, so each version of the claim makes a new command: the same request,
 * coming back after somebody else had the key, has to ask again.
 */
async function ask(
  commands: CommandHandler,
  type: 'Claim' | 'Release',
  { kind, key, ownerId }: Key,
  metadata: CommandMetadata,
) {
  const stream = claimStream(kind, key)
  const { version } = await commands.load(claimDecider, stream)
  return commands.handle(
    claimDecider,
    stream,
    { type, kind, ownerId },
    furtherCommand(metadata, type, stream, ownerId, String(version)),
  )
}

async function orphanOf(commands: CommandHandler, { kind, key }: Key, holds: Holds) {
  const { state, recordedAt } = await commands.load(claimDecider, claimStream(kind, key))
  const ageMs = commands.now().getTime() - Date.parse(recordedAt)
  return state.ownerId !== undefined && ageMs > ORPHAN_AFTER_MS && !(await holds(state.ownerId))
    ? state.ownerId
    : undefined
}
