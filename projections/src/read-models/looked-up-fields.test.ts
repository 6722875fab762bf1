import { allEvents } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { expect, test } from 'vitest'
import samples from '../../../shared/language/src/events/stored-samples.json' with { type: 'json' }
import { projections } from '../all.ts'
import { changesOf } from '../projection.ts'

/** Every stored sample of every event, upcast to the event's newest version. */
const events = allEvents.flatMap(({ type, lift }) =>
  ((samples as Record<string, readonly { data: unknown }[]>)[type] ?? []).map(({ data }, index) => ({
    type,
    data: lift(data, index + 1),
    metadata: { recordedAt: '2026-01-01T00:00:00.000Z', schemaVersion: 1, actor: { role: 'system' } },
  })),
) as unknown as readonly Recorded[]

/** The fields by which each projection finds documents, in addition to ids. */
const lookedUp = projections.map((projection) => {
  const changes = events.flatMap((event) => changesOf(projection, event))
  const fields = new Set(changes.flatMap((change) => ('where' in change ? change.where.field : [])))
  return [projection.into.name, [...fields], projection.into.searchedBy] as const
})

test.each(lookedUp)('%s finds documents only by indexed fields', (_, fields, searchedBy) => {
  expect(fields.filter((field) => !(searchedBy as readonly string[]).includes(field))).toEqual([])
})

test('an erasure finds every document of the person by the field that names the person, or by the document’s id', () => {
  expect(lookedUp.flatMap(([name, fields]) => fields.map((field) => `${name} ${field}`))).toEqual([
    // This field is not for erasures: a checkout finds its cart by it.
    expect.stringMatching(/^carts@\d+ heldBy$/),
    expect.stringMatching(/^orders@\d+ customerId$/),
    expect.stringMatching(/^pending-payments@\d+ customerId$/),
    expect.stringMatching(/^cases@\d+ customerId$/),
    expect.stringMatching(/^notes@\d+ customerId$/),
    expect.stringMatching(/^questions@\d+ goneWith$/),
    // This field is not for erasures: a new name or a deletion finds all versions of a question by it.
    expect.stringMatching(/^questions@\d+ name$/),
    expect.stringMatching(/^question-mails@\d+ accountId$/),
    expect.stringMatching(/^addresses@\d+ customerId$/),
    expect.stringMatching(/^correspondence@\d+ correspondentId$/),
  ])
})
