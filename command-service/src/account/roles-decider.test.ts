import { AdminGranted, AdminRevoked, AnalystGranted, AnalystRevoked } from '@shop/language/account/role-events'
import { roles } from '@shop/language/values/role'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { hasAdmin, type RoleCommand, rolesDecider } from './roles-decider.ts'

const { given } = specOf(rolesDecider)
const root = AdminGranted({ accountId: 'root' })
const ada = AdminGranted({ accountId: 'ada' })
const analyst = AnalystGranted({ accountId: 'ada' })
const setRole = (accountId: string, role: RoleCommand['role'], by: string | undefined = 'root'): RoleCommand => ({
  type: 'SetRole',
  accountId,
  role,
  by,
})

test('an account becomes admin once', () => {
  given(root).when(setRole('ada', 'admin')).thenEvents(ada)
  given(root, ada).when(setRole('ada', 'admin')).thenNothing()
})

test('an account becomes analyst once', () => {
  given(root).when(setRole('ada', 'analyst')).thenEvents(analyst)
  given(root, analyst).when(setRole('ada', 'analyst')).thenNothing()
})

test('an admin is demoted by another admin', () => {
  given(root, ada)
    .when(setRole('ada', 'customer'))
    .thenEvents(AdminRevoked({ accountId: 'ada' }))
  given(root, ada)
    .when(setRole('ada', 'analyst'))
    .thenEvents(AdminRevoked({ accountId: 'ada' }), analyst)
})

test('an analyst who becomes a customer or an admin is no longer an analyst', () => {
  const no = AnalystRevoked({ accountId: 'ada' })
  given(root, analyst).when(setRole('ada', 'customer')).thenEvents(no)
  given(root, analyst).when(setRole('ada', 'admin')).thenEvents(no, ada)
})

test('an admin cannot demote themselves', () => {
  given(root, ada)
    .when(setRole('ada', 'customer', 'ada'))
    .thenRefused('LAST_ADMIN')
  given(root, ada)
    .when(setRole('ada', 'analyst', 'ada'))
    .thenRefused('LAST_ADMIN')
})

test('the last admin cannot be demoted, even if there are analysts', () => {
  given(root, analyst)
    .when(setRole('root', 'customer', undefined))
    .thenRefused('LAST_ADMIN')
  given(root, analyst)
    .when(setRole('root', 'analyst', undefined))
    .thenRefused('LAST_ADMIN')
})

test('an admin whom another admin has just demoted cannot demote that admin', () => {
  given(root, ada, AdminRevoked({ accountId: 'ada' }))
    .when(setRole('root', 'customer', 'ada'))
    .thenRefused('FORBIDDEN')
})

test('demoting a customer changes nothing', () => {
  given(root).when(setRole('bob', 'customer')).thenNothing()
})

const accountId = fc.constantFrom('root', 'ada', 'bob')
const anyCommand: fc.Arbitrary<RoleCommand> = fc.record({
  type: fc.constant('SetRole' as const),
  accountId,
  role: fc.constantFrom(...roles),
  by: accountId,
})

test('a shop that has an admin never loses its last admin', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 20 }), (commands) => {
      let state = rolesDecider.evolve(rolesDecider.initialState, root)
      for (const command of commands) {
        try {
          state = rolesDecider.decide(command, state).reduce(rolesDecider.evolve, state)
        } catch {
          continue
        }
        expect(hasAdmin(state)).toBe(true)
      }
    }),
  )
})

test('a change of role that is handled twice happens once', () => aRetryChangesNothing(rolesDecider, anyCommand))
