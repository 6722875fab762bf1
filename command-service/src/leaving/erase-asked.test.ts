import { accountStream } from '@shop/language/events/account-events'
import { ROLES_STREAM } from '@shop/language/events/role-events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountDecider } from '../account/account-decider.ts'
import { rolesDecider } from '../account/roles-decider.ts'
import { createQueuedCommands } from '../handle-queued.ts'
import { createWorld, type World } from '../test-support/create-world.ts'

let world: World
const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
beforeEach(async () => {
  world = createWorld()
  const { commands } = world.parts()
  for (const accountId of ['ada', 'root']) {
    const person = { accountId, name: accountId, email: '', emailKey: accountId, passwordHash: '' }
    await commands.handle(accountDecider, accountStream(accountId), { type: 'Register', ...person }, world.asking())
  }
  await commands.handle(
    rolesDecider,
    ROLES_STREAM,
    { type: 'SetRole', accountId: 'root', role: 'admin', by: undefined },
    world.asking(),
  )
  told.mockReset().mockReturnValue(true)
})
afterEach(() => told.mockReset())

const erase = (accountId: string, id = `erase-${accountId}`) =>
  createQueuedCommands(world.parts())({ id, command: { type: 'EraseAccount', accountId } })
const erased = () =>
  world.events.filter(({ type }) => type === 'AccountErased' || type === 'AccountKeyDestroyed').map(({ type }) => type)

test('the operator’s erasure is the admin’s, and the same job again changes nothing', async () => {
  expect(await erase('ada')).toBeUndefined()
  const after = world.events.length
  expect(await erase('ada')).toBeUndefined()
  expect(erased()).toEqual(['AccountErased', 'AccountKeyDestroyed'])
  expect(world.events.length).toBe(after)
  expect(told).not.toHaveBeenCalled()
})

test.each([
  ['the last admin', 'root'],
  ['somebody unknown', 'nobody'],
])('%s is not erased: the reason is told, and the job is done', async (_, accountId) => {
  expect(await erase(accountId)).toBeUndefined()
  expect(erased()).toEqual([])
  expect(told).toHaveBeenCalledWith(expect.stringContaining(`"message":"Nobody was erased","account":"${accountId}"`))
})
