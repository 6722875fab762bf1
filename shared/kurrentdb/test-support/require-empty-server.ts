import { START } from '@shop/language/events/event'
import { openKurrentEventStore } from '../src/kurrentdb-event-store.ts'

export default async function requireEmptyServer() {
  const url = process.env.EVENT_STORE_URL ?? ''
  if (!/^esdb(\+discover)?:/.test(url)) return refuse('EVENT_STORE_URL=esdb://… must name the server to test')
  const store = openKurrentEventStore(url)
  try {
    await store.id()
    if ((await store.head()) !== START) throw new Error('it holds events already, and tests need an empty one')
  } catch (error) {
    const { message, name, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    refuse(`EVENT_STORE_URL names a server that cannot be used: ${reason || name}`)
  } finally {
    await store.close()
  }
}

function refuse(reason: string) {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
