import { randomBytes } from 'node:crypto'
import { allEvents } from '@shop/language/all-events'
import { cartStream } from '@shop/language/cart/events'
import type { Recorded } from '@shop/language/events/event'
import { streamPrefixes } from '@shop/language/stream-names'
import { describe, expect, test } from 'vitest'
import samples from '../../../shared/language/src/events/stored-samples.json' with { type: 'json' }
import { copiedData } from '../tables/all-tables.ts'
import type { Shape } from '../tables/shape.ts'
import { createEventCopier } from './copied-event.ts'
import { copiedStream, streamIds } from './copied-stream.ts'
import { createPseudonyms } from './pseudonyms.ts'

const pseudonym = createPseudonyms(randomBytes(32))
const copied = createEventCopier(pseudonym)

const stored = (type: string, data: unknown, schemaVersion = 1, changes: Partial<Recorded> = {}): Recorded => ({
  id: 'id-1',
  type,
  data,
  stream: cartStream('guest_canary'),
  version: 3,
  position: '7',
  metadata: {
    correlationId: 'canary-request',
    causationId: 'canary-cause',
    actor: { role: 'customer', id: 'canary-account' },
    digest: 'canary-digest',
    schemaVersion,
    recordedAt: '2026-03-01T10:00:00.000Z',
  },
  ...changes,
})

/** The sample with a canary instead of each text that the copy must not have: personal texts, and ids that give access to something. */
function withCanaries(type: string, data: unknown): unknown {
  const { shape, treatmentAt } = copiedData(type)!
  const planted = (value: unknown, field: Shape | undefined, path: string): unknown => {
    if (typeof value === 'string')
      return field?.is === 'VARCHAR' && (field.words || treatmentAt(path) === 'kept') ? value : `canary-${value}`
    if (Array.isArray(value)) return value.map((one) => planted(one, field?.is === 'list' ? field.of : undefined, path))
    if (typeof value !== 'object' || value === null || field?.is === 'JSON') return value
    const fields = field?.is === 'struct' ? field.fields : {}
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, planted(one, fields[name], path ? `${path}.${name}` : name)]),
    )
  }
  return planted(data, shape, '')
}

type Sample = Readonly<{ data: unknown; reads?: unknown }>
const rows = allEvents.flatMap(({ type }) =>
  (samples as Record<string, readonly Sample[]>)[type]!.map((sample, index) => [type, index + 1, sample] as const),
)

test.each(rows)('%s of version %i is copied without any text that gives access', (type, version, { data }) => {
  expect(JSON.stringify(copied(stored(type, withCanaries(type, data), version), 1))).not.toContain('canary')
})

test.each(rows)('%s of version %i keeps its facts, in the newest version', (type, version, { data, reads }) => {
  const { shape, treatmentAt } = copiedData(type)!
  const facts = Object.entries((reads ?? data) as object).filter(
    ([name]) => name in shape.fields && ['kept', undefined].includes(treatmentAt(name)),
  )
  const isPlain = ([, value]: [string, unknown]) => typeof value !== 'object'
  const expected = Object.fromEntries(facts.filter(isPlain))
  expect(copied(stored(type, data, version), 1).data).toMatchObject(expected)
})

describe('a copied event', () => {
  test('has its time, its place and its actor', () => {
    const data = { ownerId: 'guest_canary', productId: 'p1', size: 'M', color: '' }
    expect(copied(stored('ItemRemovedFromCart', data), 41)).toEqual({
      event: 41,
      recordedAt: '2026-03-01T10:00:00.000Z',
      stream: `cart-${pseudonym('guest_canary')}`,
      kind: 'cart',
      version: 3,
      type: 'ItemRemovedFromCart',
      schemaVersion: 1,
      actorRole: 'customer',
      actor: pseudonym('canary-account'),
      correlation: pseudonym('canary-request'),
      causation: pseudonym('canary-cause'),
      data: { ...data, ownerId: pseudonym('guest_canary') },
    })
  })

  test('has no data if its type is unknown or its upcaster fails', () => {
    expect(copied(stored('CartPraised', { by: 'canary' }), 1).data).toBeNull()
    expect(copied(stored('StockReserved', null), 1).data).toBeNull()
  })

  test('has no field that the schema does not know, and no value of an unexpected shape', () => {
    const data = { orderId: { canary: 'canary' }, returnId: 7, canary: 'canary' }
    expect(copied(stored('ReturnRestocked', data), 1).data).toEqual({ orderId: null, returnId: null })
  })
})

describe('the name of a stream', () => {
  test('is classified for every kind of stream', () => {
    expect(Object.keys(streamIds).toSorted()).toEqual([...streamPrefixes].toSorted())
  })

  test('has the same id as the data of events', () => {
    expect(copiedStream('capture-A%2F1', pseudonym)).toEqual({ kind: 'capture', stream: `capture-${pseudonym('A/1')}` })
    expect(copiedStream('account-ada', pseudonym)).toEqual({ kind: 'account', stream: `account-${pseudonym('ada')}` })
    expect(copiedStream('order-o1', pseudonym)).toEqual({ kind: 'order', stream: 'order-o1' })
    expect(copiedStream('admins', pseudonym)).toEqual({ kind: 'admins', stream: 'admins' })
  })

  test('becomes one pseudonym if its kind is unknown', () => {
    expect(copiedStream('guests-ada', pseudonym)).toEqual({ kind: 'other', stream: `other-${pseudonym('guests-ada')}` })
  })
})

describe('a pseudonym', () => {
  test('is the same for the same value and key, and different with another key', () => {
    const key = Buffer.alloc(32, 1)
    expect(createPseudonyms(key)('ada')).toBe(createPseudonyms(key)('ada'))
    expect(createPseudonyms(key)('ada')).toMatch(/^p_[\w-]{16}$/)
    expect(pseudonym('ada')).not.toBe(createPseudonyms(key)('ada'))
    expect(pseudonym('')).toBe('')
  })
})
