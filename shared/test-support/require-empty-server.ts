import { openKurrentEventStore } from '../src/event-store/kurrentdb.ts'
import { START } from '../src/events/event.ts'

/** Ends the process with one line, unless EVENT_STORE_URL names a server whose log holds nothing of a shop yet. */
export default async function requireEmptyServer() {
  const url = process.env.EVENT_STORE_URL ?? ''
  if (!/^esdb(\+discover)?:/.test(url)) return refuse('EVENT_STORE_URL=esdb://… must name the server to test')
  const store = openKurrentEventStore(url)
  try {
    const head = await store.head()
    if (head !== START) refuse('EVENT_STORE_URL names a server that already holds a shop: tests need an empty one')
  } catch (error) {
    refuse(`EVENT_STORE_URL names a server whose log cannot be read: ${(error as Error).cause ?? error}`)
  } finally {
    await store.close()
  }
}

function refuse(reason: string) {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
