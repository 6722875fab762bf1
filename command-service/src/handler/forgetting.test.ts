import { AccountRegistered, accountStream } from '@shop/language/account/events'
import { stockStream } from '@shop/language/stock/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { beforeEach, expect, test } from 'vitest'
import { type AccountCommand, accountDecider } from '../account/account-decider.ts'
import { claimDecider } from '../claim/claim-decider.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { countedLog } from '../test-support/counted-log.ts'
import { createMemoryLog } from '../test-support/memory-log.ts'
import { createCommandHandler } from './command-handler.ts'

const by = (causationId: string): CommandMetadata => ({ correlationId: 'r', causationId, actor: { role: 'system' } })
const register = (accountId: string): AccountCommand => ({
  type: 'Register',
  accountId,
  name: accountId,
  email: '',
  emailKey: '',
  passwordHash: '',
})
const stock = stockStream('shirt')
const count = { type: 'Count', productId: 'shirt', available: 1 } as const

let log: EventStore
/** Called while a stream is being read or written. */
let meanwhile: () => unknown
beforeEach(() => {
  const inner = createMemoryLog({ writers: 'one' })
  meanwhile = () => {}
  log = {
    ...inner,
    async *readStream(...which) {
      yield* inner.readStream(...which)
      await meanwhile()
    },
    async append(...what) {
      await meanwhile()
      return inner.append(...what)
    },
  }
})

async function shopOf(...people: readonly string[]) {
  const counted = countedLog(log)
  const commands = createCommandHandler(counted.log)
  for (const person of people)
    await commands.handle(accountDecider, accountStream(person), register(person), by(person))
  await commands.handle(stockDecider, stock, count, by('count'))
  counted.take()
  return { ...commands, take: counted.take }
}

test('an erasure drops only the streams with that person’s data from memory', async () => {
  const { load, forget, take } = await shopOf('ada', 'bob')
  forget('ada')
  await load(accountDecider, accountStream('bob'))
  await load(stockDecider, stock)
  expect(take().calls).toBe(0)
  await load(accountDecider, accountStream('ada'))
  expect(take().calls).toBe(1)
})

test('if it is unknown whose key was destroyed, all streams with personal data are dropped from memory, and no other streams', async () => {
  const { load, forget, take } = await shopOf('ada', 'bob')
  forget(undefined)
  await load(stockDecider, stock)
  expect(take().calls).toBe(0)
  for (const person of ['ada', 'bob']) await load(accountDecider, accountStream(person))
  expect(take().calls).toBe(2)
})

test('a stream that was being loaded during its person’s erasure is loaded again', async () => {
  await shopOf('ada')
  const { load, forget, take } = createReader()
  meanwhile = () => {
    meanwhile = () => {}
    forget('ada')
  }
  await load(accountDecider, accountStream('ada'))
  expect(take().calls).toBe(2)
  await load(accountDecider, accountStream('ada'))
  expect(take().calls).toBe(0)
})

test('a stream that was being written during its person’s erasure is not kept in memory', async () => {
  const { handle, load, forget, take } = createReader()
  meanwhile = () => forget('ada')
  await handle(accountDecider, accountStream('ada'), register('ada'), by('ada'))
  meanwhile = () => {}
  await load(accountDecider, accountStream('ada'))
  expect(take().calls).toBe(1)
})

test('a reading that began before a write and an erasure does not replace the written stream', async () => {
  const { handle, load, forget } = createReader()
  meanwhile = async () => {
    meanwhile = () => {}
    forget('ada')
    expect((await load(accountDecider, accountStream('ada'))).version).toBe(-1)
  }
  const { version } = await handle(accountDecider, accountStream('ada'), register('ada'), by('ada'))
  expect((await load(accountDecider, accountStream('ada'))).version).toBe(version)
})

test('a reading that began before a write does not replace the written stream, even if the stream was dropped from memory', async () => {
  const { handle, load } = createCommandHandler(log, { maxWeight: 30 })
  const claim = (name: string) =>
    handle(claimDecider, name, { type: 'Claim', kind: 'sku', ownerId: 'shirt' }, by(`claim ${name}`))
  meanwhile = async () => {
    meanwhile = () => {}
    await claim('claim-a')
    await claim('claim-b')
  }
  expect((await load(claimDecider, 'claim-a')).version).toBe(0)
})

test('the definition of a sealed event names the person whose data it holds', () => {
  expect(AccountRegistered.personal?.of).toBe('accountId')
})

function createReader() {
  const counted = countedLog(log)
  return { ...createCommandHandler(counted.log), take: counted.take }
}
