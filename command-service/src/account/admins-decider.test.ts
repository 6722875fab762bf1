import { AdminGranted, AdminRevoked } from '@shop/language/events/admin-events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type AdminCommand, adminsDecider } from './admins-decider.ts'

const { given } = specOf(adminsDecider)
const root = AdminGranted({ accountId: 'root' })
const ada = AdminGranted({ accountId: 'ada' })

test('an account becomes admin once', () => {
  given(root).when({ type: 'Grant', accountId: 'ada' }).thenEvents(ada)
  given(root, ada).when({ type: 'Grant', accountId: 'ada' }).thenNothing()
})

test('an admin is demoted by another', () => {
  given(root, ada)
    .when({ type: 'Revoke', accountId: 'ada', by: 'root' })
    .thenEvents(AdminRevoked({ accountId: 'ada' }))
})

test('an admin cannot demote themselves', () => {
  given(root, ada).when({ type: 'Revoke', accountId: 'ada', by: 'ada' }).thenRefused('LAST_ADMIN')
})

test('the last admin cannot be demoted by anybody', () => {
  given(root).when({ type: 'Revoke', accountId: 'root', by: undefined }).thenRefused('LAST_ADMIN')
})

test('demoting a customer changes nothing', () => {
  given(root).when({ type: 'Revoke', accountId: 'bob', by: 'root' }).thenNothing()
})

const accountId = fc.constantFrom('root', 'ada', 'bob')
const anyCommand: fc.Arbitrary<AdminCommand> = fc.oneof(
  fc.record({ type: fc.constant('Grant' as const), accountId }),
  fc.record({ type: fc.constant('Revoke' as const), accountId, by: accountId }),
)

test('a shop that has an admin never loses the last one', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 20 }), (commands) => {
      let admins = adminsDecider.evolve(adminsDecider.initialState, root)
      for (const command of commands) {
        try {
          admins = adminsDecider.decide(command, admins).reduce(adminsDecider.evolve, admins)
        } catch {
          continue
        }
        expect(admins.size).toBeGreaterThan(0)
      }
    }),
  )
})

test('a change of role that is handled twice happens once', () => aRetryChangesNothing(adminsDecider, anyCommand))
