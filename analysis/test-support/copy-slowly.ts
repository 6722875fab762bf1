import { setTimeout as sleep } from 'node:timers/promises'
import { openSqliteEventReader } from '@shop/stores/event-store/sqlite/sqlite-event-reader'
import { openCopy } from '../src/copy/open-copy.ts'
import { KEY, SEGMENT } from './copied-shop.ts'

/* Copies a log slowly, so that a test can kill the process in the middle. */
const [file = '', folder = ''] = process.argv.slice(2)
const reader = openSqliteEventReader(file)
const slow = {
  ...reader,
  async *follow(...call: Parameters<typeof reader.follow>) {
    for await (const { events, upTo, caughtUp } of reader.follow(...call))
      for (const event of events) {
        yield { events: [event], upTo: event.position, caughtUp: caughtUp && event.position === upTo }
        await sleep(1)
      }
  },
}
const copy = await openCopy({ folder, store: slow, key: KEY, segment: SEGMENT })
const stop = new AbortController()
const saying = setInterval(async () => {
  const { event, building } = await copy.status()
  process.send?.(event)
  if (!building) process.exit()
}, 2)
await copy.run(stop.signal)
clearInterval(saying)
