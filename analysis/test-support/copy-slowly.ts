import { setTimeout as sleep } from 'node:timers/promises'
import { openSqliteEventReader } from '@shop/stores/event-store/sqlite/sqlite-event-reader'
import { openCopy } from '../src/copy/open-copy.ts'
import { KEY, SEGMENT } from './copied-shop.ts'

/*
 * This process copies a log slowly, one event after the other, and reports the copy's newest event every 2 ms. So a test can kill it in
 * the middle. It exits at the end of the log.
 */
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
