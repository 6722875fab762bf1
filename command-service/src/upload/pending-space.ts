import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import { PENDING_PICTURES } from '@shop/server/limits/sizes'
import type { PendingFile, Sender } from './pending-pictures.ts'

const COUNTED_EVERY_MS = 1000

/** `full`: the total (for an admin, the admins' limit) is used up. `share`: the sender's client or network has used up its share. */
export type Space = 'taken' | 'full' | 'share'

type Bytes = Map<string, number>

export const senderOf = (address: string, isAdmin: boolean, digestOf: (text: string) => string): Sender =>
  isAdmin
    ? 'admin'
    : { client: digestOf(`client ${clientOf(address)}`), network: digestOf(`network ${networkOf(address)}`) }

/** Limits the space of pictures that no product refers to yet. */
export function createPendingSpace(
  list: () => Promise<readonly PendingFile[]>,
  {
    most = PENDING_PICTURES,
    now = () => performance.now(),
  }: { most?: typeof PENDING_PICTURES; now?: () => number } = {},
) {
  let last: Promise<Bytes> | undefined
  let lastMs = 0

  function counted(): Promise<Bytes> {
    if (last && now() - lastMs < COUNTED_EVERY_MS) return last
    lastMs = now()
    const counting = list().then((files) => {
      const bytes: Bytes = new Map()
      for (const file of files) add(bytes, file.sender, file.bytes)
      return bytes
    })
    counting.catch(() => {
      if (last === counting) last = undefined
    })
    last = counting
    return counting
  }

  return async (bytes: number, sender: Sender): Promise<Space> => {
    const there = await counted()
    const isOver = (key: string, limit: number) => (there.get(key) ?? 0) + bytes > limit
    if (sender === 'admin') {
      if (isOver('admin', most.admin)) return 'full'
    } else {
      if (isOver(`client ${sender.client}`, most.client) || isOver(`network ${sender.network}`, most.network))
        return 'share'
      if (isOver('all', most.all)) return 'full'
    }
    add(there, sender, bytes)
    return 'taken'
  }
}

function add(there: Bytes, sender: Sender | undefined, bytes: number) {
  const keys =
    sender === 'admin'
      ? ['admin']
      : ['all', ...(sender ? [`client ${sender.client}`, `network ${sender.network}`] : [])]
  for (const key of keys) there.set(key, (there.get(key) ?? 0) + bytes)
}
