import { createHmac } from 'node:crypto'
import { checkoutStream } from '@shop/language/checkout/events'
import { holdsStream } from '@shop/language/hold/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import { HELD_PIECES } from '@shop/server/limits/sizes'
import { KeyDestroyed, type KeyStore } from '@shop/stores/key-store/key-store'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import { holdsPieces } from '../checkout/checkout-state.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import type { Folded } from '../handler/folded.ts'
import type { Parts } from '../parts.ts'
import { type CountedHolds, type HeldFromHere, heldIn, holdDecider } from './hold-decider.ts'

/** The pieces of a checkout that has not started yet are counted for this long. */
const STARTS_WITHIN_MS = 60_000
const NOTHING: HeldFromHere = { client: 0, network: 0 }

type Counting = Pick<Parts, 'commands' | 'keys' | 'checkoutTtlMs'> & Readonly<{ piecesInShop: () => Promise<number> }>
type Hold = Readonly<{
  address: string
  checkoutId: string
  pieces: number
  /** The open checkout that `checkoutId` supersedes. */
  instead: string | undefined
}>

/**
 * Counts the pieces of a starting checkout against the budgets of its client and network (decisions K1: limits on unpaid holds). Throws
 * OUT_OF_STOCK if a budget is used up.
 */
export function createHoldCount({ commands, keys, checkoutTtlMs, piecesInShop }: Counting) {
  const digestsOf = createAddressDigests(keys)

  return async ({ address, checkoutId, pieces, instead }: Hold, metadata: CommandMetadata) => {
    const now = commands.now()
    const digests = await digestsOf(address, now)
    if (!digests) return
    const { clientKey, networkKey } = digests
    const before = await heldSinceYesterday(address, now)
    const countedAt = now.toISOString()
    const own = { type: 'Count', networkKey, clientKey, checkoutId, pieces, countedAt } as const

    const count = async ({ state }: Folded<CountedHolds>) => {
      const most = await left(state)
      const superseded = instead === undefined ? [] : [instead]
      const held = heldIn(state.deleteAll(superseded), clientKey)
      const fits = held.client + pieces <= most.client && held.network + pieces <= most.network
      return { ...own, most, over: fits ? superseded : [...superseded, ...(await endedIn(state, now))] }
    }
    await commands.handleWith(holdDecider, holdsStream(networkKey), count, onceOnly(metadata, 'count', checkoutId))

    async function left(state: CountedHolds): Promise<HeldFromHere> {
      const isLittle = heldIn(state, clientKey).network + before.network + pieces <= HELD_PIECES.network.least
      const share = isLittle ? 0 : Math.floor((await piecesInShop()) / HELD_PIECES.network.oneIn)
      const network = Math.max(HELD_PIECES.network.least, share)
      return { client: HELD_PIECES.client - before.client, network: network - before.network }
    }
  }

  /** The digests change at midnight (UTC), so holds from before midnight are counted under yesterday's digests. */
  async function heldSinceYesterday(address: string, now: Date): Promise<HeldFromHere> {
    const begun = new Date(now.getTime() - checkoutTtlMs)
    if (begun.getUTCDate() === now.getUTCDate()) return NOTHING
    const digests = await digestsOf(address, begun)
    if (!digests) return NOTHING
    const { state } = await commands.load(holdDecider, holdsStream(digests.networkKey))
    return heldIn(state.deleteAll(await endedIn(state, now)), digests.clientKey)
  }

  async function endedIn(holds: CountedHolds, now: Date): Promise<readonly string[]> {
    const ended = await Promise.all(
      [...holds].map(async ([checkoutId, { countedAt }]) => {
        const isNew = now.getTime() - Date.parse(countedAt) < STARTS_WITHIN_MS
        return (await isHeld(commands, checkoutId, isNew)) ? [] : [checkoutId]
      }),
    )
    return ended.flat()
  }
}

async function isHeld(commands: CommandHandler, checkoutId: string, isNew: boolean): Promise<boolean> {
  const { state } = await commands.fact(checkoutDecider, checkoutStream(checkoutId))
  return state ? holdsPieces(state) : isNew
}

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * Only the keys of today and yesterday are needed. Each day, the keys of six earlier days are destroyed, in case the shop was stopped for
 * some days.
 */
const DESTROYED_AFTER_DAYS = [2, 3, 4, 5, 6, 7]

type AddressDigests = Readonly<{ clientKey: string; networkKey: string }>

/**
 * Makes the digests that name an address in the log. The key of the digests changes daily and is destroyed two days later, so that no
 * reader of the log can find the address. Returns undefined if the day's key is destroyed, for example after the clock was set back.
 */
function createAddressDigests(keys: Pick<KeyStore, 'keyFor' | 'destroy'>) {
  let newest = ''

  return async (address: string, at: Date): Promise<AddressDigests | undefined> => {
    const day = dayOf(at)
    try {
      const key = await keys.keyFor(nameOf(day))
      if (day > newest) await destroyBefore(at)
      const digest = (what: string) => createHmac('sha256', key).update(what).digest('base64url').slice(0, 22)
      return { clientKey: digest(`client ${clientOf(address)}`), networkKey: digest(`network ${networkOf(address)}`) }
    } catch (error) {
      if (error instanceof KeyDestroyed) return undefined
      throw error
    }
  }

  async function destroyBefore(at: Date) {
    newest = dayOf(at)
    for (const days of DESTROYED_AFTER_DAYS) await keys.destroy(nameOf(dayOf(new Date(at.getTime() - days * DAY_MS))))
  }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const nameOf = (day: string) => `holds-${day}`
