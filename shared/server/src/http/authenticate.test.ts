import type { Role } from '@shop/language/values/role'
import type { ParameterizedContext } from 'koa'
import { expect, test } from 'vitest'
import { adminOf, analystOf, customerOf } from './authenticate.ts'

const refusalOf = (guard: typeof adminOf, role: Role | undefined) => {
  const ctx = { state: { caller: role && { id: 'ada', role } } } as unknown as ParameterizedContext
  try {
    return guard(ctx).id === 'ada' && 'none'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each([
  ['customers', customerOf, ['UNAUTHENTICATED', 'none', 'none', 'none']],
  ['analysts', analystOf, ['UNAUTHENTICATED', 'FORBIDDEN', 'none', 'none']],
  ['admins', adminOf, ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'none']],
] as const)('a call that only %s may make is refused to callers with a lesser role', (_, guard, expected) => {
  const callers = [undefined, 'customer', 'analyst', 'admin'] as const
  expect(callers.map((role) => refusalOf(guard, role))).toEqual(expected)
})
