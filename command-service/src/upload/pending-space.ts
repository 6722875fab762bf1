import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import type { PendingFile, Whose } from './pending-pictures.ts'

const COUNTED_EVERY_MS = 1000
const MIB = 1024 * 1024

/** How much may wait for a product (decisions K2): of everybody together, of a client and of a network; admins have their own. */
export const MOST_PENDING = { all: 200 * MIB, client: 20 * MIB, network: 60 * MIB, admin: 100 * MIB }

/** `full`: of everybody's space. `share`: of what the sender's client or network may have of it. */
export type Space = 'taken' | 'full' | 'share'

type Bytes = Map<string, number>

/** Whose a picture is: an admin's, or that of a client and a network, which `digestOf` names. */
export const whoseOf = (address: string, isAdmin: boolean, digestOf: (text: string) => string): Whose =>
  isAdmin
    ? 'admin'
    : { client: digestOf(`client ${clientOf(address)}`), network: digestOf(`network ${networkOf(address)}`) }

/**
 * The space that pictures may take before a product refers to them. What is there is counted at most once a second, and what is taken meanwhile
 * is added, so that an upload costs the same however many wait, and what other processes write into the same folder is seen soon.
 */
export function createPendingSpace(
  list: () => Promise<readonly PendingFile[]>,
  { most = MOST_PENDING, now = () => performance.now() }: { most?: typeof MOST_PENDING; now?: () => number } = {},
) {
  let last: Promise<Bytes> | undefined
  let lastMs = 0

  function counted(): Promise<Bytes> {
    if (last && now() - lastMs < COUNTED_EVERY_MS) return last
    lastMs = now()
    const counting = list().then((files) => {
      const bytes: Bytes = new Map()
      for (const file of files) add(bytes, file.whose, file.bytes)
      return bytes
    })
    counting.catch(() => {
      if (last === counting) last = undefined
    })
    last = counting
    return counting
  }

  /** Whether there is space for so many bytes, which are then taken. */
  return async (bytes: number, whose: Whose): Promise<Space> => {
    const there = await counted()
    const isOver = (key: string, limit: number) => (there.get(key) ?? 0) + bytes > limit
    if (whose === 'admin') {
      if (isOver('admin', most.admin)) return 'full'
    } else {
      if (isOver(`client ${whose.client}`, most.client) || isOver(`network ${whose.network}`, most.network))
        return 'share'
      if (isOver('all', most.all)) return 'full'
    }
    add(there, whose, bytes)
    return 'taken'
  }
}

/** What nobody is known to have sent counts in all. */
function add(there: Bytes, whose: Whose | undefined, bytes: number) {
  const keys =
    whose === 'admin' ? ['admin'] : ['all', ...(whose ? [`client ${whose.client}`, `network ${whose.network}`] : [])]
  for (const key of keys) there.set(key, (there.get(key) ?? 0) + bytes)
}
