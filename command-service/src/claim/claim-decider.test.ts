import { KeyClaimed, KeyReleased } from '@shop/language/events/claim-events'
import fc from 'fast-check'
import { test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type ClaimCommand, claimDecider } from './claim-decider.ts'

const { given } = specOf(claimDecider)
const kind = 'sku'
const claimed = KeyClaimed({ kind, ownerId: 'shirt' })

test('a free key is claimed', () => {
  given().when({ type: 'Claim', kind, ownerId: 'shirt' }).thenEvents(claimed)
})

test('the owner of a key may claim it again', () => {
  given(claimed).when({ type: 'Claim', kind, ownerId: 'shirt' }).thenNothing()
})

test('a key that another owner has is refused', () => {
  given(claimed).when({ type: 'Claim', kind, ownerId: 'skirt' }).thenRefused('CONFLICT')
})

test('a key is released only by its owner', () => {
  given(claimed).when({ type: 'Release', kind, ownerId: 'skirt' }).thenNothing()
  given(claimed)
    .when({ type: 'Release', kind, ownerId: 'shirt' })
    .thenEvents(KeyReleased({ kind, ownerId: 'shirt' }))
})

test('a released key is free', () => {
  given(claimed, KeyReleased({ kind, ownerId: 'shirt' }))
    .when({ type: 'Claim', kind, ownerId: 'skirt' })
    .thenEvents(KeyClaimed({ kind, ownerId: 'skirt' }))
})

const anyCommand: fc.Arbitrary<ClaimCommand> = fc.record({
  type: fc.constantFrom('Claim' as const, 'Release' as const),
  kind: fc.constant('sku' as const),
  ownerId: fc.constantFrom('shirt', 'skirt'),
})

test('a claim command that is handled twice happens once', () => aRetryChangesNothing(claimDecider, anyCommand))
