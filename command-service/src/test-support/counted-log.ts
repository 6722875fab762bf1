import type { EventStore } from '@shop/stores/event-store/event-store'

export function countedLog(log: EventStore) {
  const counted = { streams: [] as string[], events: 0 }
  const takeStreams = () => counted.streams.splice(0)
  return {
    log: {
      ...log,
      async *readStream(stream: string, fromVersion?: number) {
        counted.streams.push(stream)
        for await (const event of log.readStream(stream, fromVersion)) {
          counted.events += 1
          yield event
        }
      },
    } satisfies EventStore,
    /** Counts reads since the last `take` or `takeStreams`, and events since the last `take`. */
    take() {
      const { events } = counted
      counted.events = 0
      return { calls: takeStreams().length, events }
    },
    takeStreams,
  }
}
