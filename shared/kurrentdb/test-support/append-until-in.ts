import { setTimeout as sleep } from 'node:timers/promises'
import { isShopError } from '@shop/language/errors'
import { newEvent, newStream } from '@shop/stores/event-store/contract/log-under-test'
import type { EventStore } from '@shop/stores/event-store/event-store'

type Load = Readonly<{ writers: number; events: number; signal?: AbortSignal }>

/** Returns the acknowledged ids. Throws every error except UNAVAILABLE. */
export async function appendUntilIn(store: EventStore, { writers, events, signal }: Load): Promise<readonly string[]> {
  const acknowledged: string[] = []
  let left = events
  async function write() {
    const stream = newStream()
    for (let version = -1; !signal?.aborted && left > 0; version += 1) {
      left -= 1
      const event = newEvent()
      while (!(await isIn(() => store.append(stream, version, [event])))) if (signal?.aborted) return
      acknowledged.push(event.id)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return acknowledged
}

async function isIn(append: () => Promise<unknown>): Promise<boolean> {
  try {
    await append()
    return true
  } catch (error) {
    if (!isShopError(error, 'UNAVAILABLE')) throw error
    return sleep(50, false)
  }
}
