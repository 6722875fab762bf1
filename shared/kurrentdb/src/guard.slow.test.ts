import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newEvents, newStream } from '@shop/stores/event-store/contract/log-under-test'
import { expect, test } from 'vitest'
import { openKurrentEventStore } from './kurrentdb-event-store.ts'

const scenario = fileURLToPath(new URL('../test-support/guard-scenario.ts', import.meta.url))
const run = (name: string) => promisify(execFile)(process.execPath, [scenario, name])

test.for(['an append fails', 'a subscription fails', 'a connection is closed while an append begins'])(
  'an unhandled rejection of the client does not end the process: %s',
  async (name) => {
    expect(await run(name)).toMatchObject({ stdout: 'outlived it' })
  },
)

test('an unhandled rejection of the shop’s own code ends the process', async () => {
  await expect(run('our own code forgets one')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The log could not be written'),
  })
})

test.for(['no..such..name:2113', 'no..such..name:2113,nor..this..one:2113'])(
  'calls to names that do not resolve fail as UNAVAILABLE: %s',
  async (names) => {
    const store = openKurrentEventStore(`esdb://${names}?tls=false`)
    await expect(store.append(newStream(), -1, newEvents(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(store.head()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await store.close()
  },
)
