import type { EventStore } from '@shop/stores/event-store/event-store'

/** A log that counts how often a stream of it is read, and how many events that brings. */
export function countedLog(log: EventStore) {
  const counted = { calls: 0, events: 0 }
  return {
    log: {
      ...log,
      async *readStream(stream: string, fromVersion?: number) {
        counted.calls += 1
        for await (const event of log.readStream(stream, fromVersion)) {
          counted.events += 1
          yield event
        }
      },
    } satisfies EventStore,
    /** What was counted since it was asked last. */
    take() {
      const { calls, events } = counted
      counted.calls = 0
      counted.events = 0
      return { calls, events }
    },
  }
}
