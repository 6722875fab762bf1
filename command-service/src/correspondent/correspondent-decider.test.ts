import { CorrespondentErased, CorrespondentKeyDestroyed, CorrespondentMet } from '@shop/language/correspondence/events'
import fc from 'fast-check'
import { test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type CorrespondentCommand, correspondentDecider } from './correspondent-decider.ts'

const { given } = specOf(correspondentDecider)
const emailKey = 'key'
const of = (correspondentId: string) => ({ correspondentId, emailKey })
const meet = (id: string): CorrespondentCommand => ({ type: 'Meet', ...of(id), email: 'ada@x.test' })
const met = (id: string) => CorrespondentMet({ ...of(id), email: 'ada@x.test' })
const erased = (id: string) => CorrespondentErased(of(id))
const destroyed = (id: string) => CorrespondentKeyDestroyed(of(id))

test('an address that is given again belongs to the same correspondent', () => {
  given().when(meet('a')).thenEvents(met('a'))
  given(met('a')).when(meet('b')).thenNothing()
})

test('an address that is given after its erasure belongs to a new correspondent', () => {
  given(met('a'), erased('a')).when(meet('b')).thenEvents(met('b'))
})

test('only the current correspondent is erased, once', () => {
  const erase = { type: 'Erase', ...of('a') } as const
  given(met('a')).when(erase).thenEvents(erased('a'))
  given(met('a'), erased('a')).when(erase).thenNothing()
  given(met('b')).when(erase).thenNothing()
  given(met('a'), erased('a'), met('b')).when(erase).thenNothing()
})

test('the destruction of a key is recorded once, and only for an erased correspondent', () => {
  const note = { type: 'NoteKeyDestroyed', ...of('a') } as const
  given(met('a'), erased('a'), met('b')).when(note).thenEvents(destroyed('a'))
  given(met('a'), erased('a'), destroyed('a')).when(note).thenNothing()
  given(met('a')).when(note).thenNothing()
})

const anyCommand = fc
  .tuple(fc.constantFrom('a', 'b'), fc.constantFrom('Meet', 'Erase', 'NoteKeyDestroyed'))
  .map(([id, type]) => (type === 'Meet' ? meet(id) : { type, ...of(id) }) as CorrespondentCommand)

test('a command that is handled twice happens once', () => aRetryChangesNothing(correspondentDecider, anyCommand))
