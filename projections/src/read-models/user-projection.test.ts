import { AccountEdited, AccountErased, AccountRegistered, EmailChanged } from '@shop/language/account/events'
import { AdminGranted, AdminRevoked, AnalystGranted, AnalystRevoked } from '@shop/language/account/role-events'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { userProjection } from './user-projection.ts'

const accountId = 'a1'
const registered = AccountRegistered({ accountId, name: 'Ada Byron', email: 'ada@x.test', emailKey: 'k' })
const erased = AccountErased({ accountId, emailKey: 'k' })

test('a new user has the role of a customer', () => {
  expect(documentsAfter(userProjection, registered)).toMatchObject({
    a1: { name: 'Ada Byron', email: 'ada@x.test', role: 'customer', registeredAt: '2026-01-01T00:00:00.000Z' },
  })
})

test('a search finds a user by name or email address', () => {
  expect(documentsAfter(userProjection, registered).a1?.tokens).toEqual(
    expect.arrayContaining(['byron', 'ada', 'x', 'test']),
  )
})

test('a user has the role that was granted last', () => {
  const granted = AdminGranted({ accountId })
  expect(documentsAfter(userProjection, registered, granted)).toMatchObject({ a1: { role: 'admin' } })
  expect(documentsAfter(userProjection, registered, granted, AdminRevoked({ accountId }))).toMatchObject({
    a1: { role: 'customer' },
  })
  const analyst = AnalystGranted({ accountId })
  expect(documentsAfter(userProjection, registered, analyst)).toMatchObject({ a1: { role: 'analyst' } })
  const noMore = AnalystRevoked({ accountId })
  expect(documentsAfter(userProjection, registered, analyst, noMore)).toMatchObject({ a1: { role: 'customer' } })
})

test('a search finds an edited account only by its new name', () => {
  const edited = AccountEdited({ accountId, name: 'Augusta', email: 'augusta@x.test', emailKey: 'k2' })
  const { a1 } = documentsAfter(userProjection, registered, edited)
  expect(a1).toMatchObject({ name: 'Augusta', email: 'augusta@x.test', role: 'customer' })
  expect(a1?.tokens).not.toContain('byron')
})

test('a confirmed address replaces the user’s address, and the name stays', () => {
  const keys = { emailKey: 'k2', formerKey: 'k' }
  const moved = EmailChanged({ accountId, email: 'augusta@x.test', formerEmail: 'ada@x.test', ...keys })
  const { a1 } = documentsAfter(userProjection, registered, moved)
  expect(a1).toMatchObject({ name: 'Ada Byron', email: 'augusta@x.test' })
  expect(a1?.tokens).toEqual(expect.arrayContaining(['byron', 'augusta']))
  const unreadable = EmailChanged({ accountId, email: null, formerEmail: null, ...keys })
  expect(documentsAfter(userProjection, registered, unreadable, erased)).toEqual({})
})

test('an erased user has no document, whether the fields are read before or after the key was destroyed', () => {
  const unreadable = AccountRegistered({ accountId, name: null, email: null, emailKey: 'k' })
  const unreadableEdit = AccountEdited({ accountId, name: null, email: null, emailKey: 'k' })
  expect(documentsAfter(userProjection, registered, erased)).toEqual({})
  expect(documentsAfter(userProjection, unreadable, AdminGranted({ accountId }), unreadableEdit, erased)).toEqual({})
})
