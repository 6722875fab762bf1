import { isShopError } from '@shop/language/errors'
import { type ClaimKind, claimStream } from '@shop/language/events/claim-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { claimDecider } from './claim-decider.ts'

/**
 * Afterwards, another owner may take a claim that its owner does not use. Every request takes less than a minute, and the clocks of two
 * processes may differ by five minutes before the shop says so (shop-clock.ts).
 */
const ORPHAN_AFTER_MS = 10 * 60_000

type Key = Readonly<{ kind: ClaimKind; key: string; ownerId: string }>

/** Whether the owner exists and uses the key. */
export type Holds = (ownerId: string) => Promise<boolean>

/**
 * Claims a key for an owner that may not exist yet. The same owner may claim the key again. Throws CONFLICT if another owner uses the key,
 * or claimed it less than ten minutes ago.
 */
export async function claim(commands: CommandHandler, wanted: Key, holds: Holds, metadata: CommandMetadata) {
  try {
    await sendCommand(commands, 'Claim', wanted, metadata)
  } catch (error) {
    const orphan = isShopError(error, 'CONFLICT') && (await orphanOf(commands, wanted, holds))
    if (!orphan) throw error
    await sendCommand(commands, 'Release', { ...wanted, ownerId: orphan }, metadata)
    await sendCommand(commands, 'Claim', wanted, metadata)
  }
}

export const release = (commands: CommandHandler, key: Key, metadata: CommandMetadata) =>
  sendCommand(commands, 'Release', key, metadata)

/** These claims are never released, so an owner in memory is the current owner. */
const lasting: readonly ClaimKind[] = ['provider-order', 'capture']

export async function ownerOf(commands: CommandHandler, kind: ClaimKind, key: string) {
  const stream = claimStream(kind, key)
  const known = lasting.includes(kind) ? commands.remembered(claimDecider, stream) : undefined
  return known?.state.ownerId ?? (await commands.load(claimDecider, stream)).state.ownerId
}

/** Each command gets a new id, so that a request can claim a key again after another owner had the key. */
const sendCommand = (
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
