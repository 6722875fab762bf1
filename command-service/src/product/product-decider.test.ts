import { ProductDeleted, ProductEdited, ProductListed, ProductRestored } from '@shop/language/product/events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type ProductCommand, productDecider } from './product-decider.ts'

const { given } = specOf(productDecider)
const productId = 'shirt'
const details = sampleProduct
const listed = ProductListed({ productId, details })
const deleted = ProductDeleted({ productId })
const restored = ProductRestored({ productId })

test('a product is listed once', () => {
  given().when({ type: 'List', productId, details }).thenEvents(listed)
  given(listed).when({ type: 'List', productId, details }).thenRefused('CONFLICT')
})

test('an edit records only what differs', () => {
  given(listed)
    .when({ type: 'Edit', productId, changes: { priceCents: 3000, name: 'Shirt', sizes: ['S', 'M'] } })
    .thenEvents(ProductEdited({ productId, changes: { priceCents: 3000 } }))
})

test('an edit that was made from an older version is refused', () => {
  given(listed, ProductEdited({ productId, changes: { name: 'Blouse' } }))
    .when({ type: 'Edit', productId, changes: { name: 'Top' }, seenVersion: 0 })
    .thenRefused('PRECONDITION_FAILED')
})

test('an edit that was made from the newest version is accepted', () => {
  given(listed, ProductEdited({ productId, changes: { name: 'Blouse' } }))
    .when({ type: 'Edit', productId, changes: { name: 'Top' }, seenVersion: 1 })
    .thenEvents(ProductEdited({ productId, changes: { name: 'Top' } }))
})

test('a product is deleted once, and can then neither be edited nor be listed again', () => {
  given(listed).when({ type: 'Delete', productId }).thenEvents(deleted)
  given(listed, deleted).when({ type: 'Delete', productId }).thenRefused('NOT_FOUND')
  given(listed, deleted).when({ type: 'Edit', productId, changes: {} }).thenRefused('NOT_FOUND')
  given(listed, deleted).when({ type: 'List', productId, details }).thenRefused('CONFLICT')
})

test('a deleted product can be restored, and can then be edited and deleted again', () => {
  given(listed, deleted).when({ type: 'Restore', productId }).thenEvents(restored)
  given(listed, deleted, restored).when({ type: 'Delete', productId }).thenEvents(deleted)
  given(listed, deleted, restored)
    .when({ type: 'Edit', productId, changes: { name: 'Shirt', priceCents: 1 }, seenVersion: 2 })
    .thenEvents(ProductEdited({ productId, changes: { priceCents: 1 } }))
})

test('restoring a product that is not deleted changes nothing, and an unknown product cannot be restored', () => {
  given(listed).when({ type: 'Restore', productId }).thenEvents(restored)
  const product = [listed, restored].reduce(productDecider.evolve, productDecider.initialState)
  expect(product.details).toEqual(details)
  given().when({ type: 'Restore', productId }).thenRefused('NOT_FOUND')
})

test('fields that an edit leaves out stay unchanged', () => {
  const edited = [listed, ProductEdited({ productId, changes: { priceCents: 3000 } })]
  const product = edited.reduce(productDecider.evolve, productDecider.initialState)
  expect(product).toEqual({ details: { ...details, priceCents: 3000 }, edited: details, version: 1 })
})

const anyCommand: fc.Arbitrary<ProductCommand> = fc.oneof(
  fc.constant({ type: 'List' as const, productId, details }),
  fc.record({
    type: fc.constant('Edit' as const),
    productId: fc.constant(productId),
    changes: fc.record({ priceCents: fc.nat(5), name: fc.constantFrom('Shirt', 'Top') }, { requiredKeys: [] }),
    seenVersion: fc.option(fc.nat(4), { nil: undefined }),
  }),
  fc.constant({ type: 'Delete' as const, productId }),
  fc.constant({ type: 'Restore' as const, productId }),
)

test('a product command handled twice happens once', () => aRetryChangesNothing(productDecider, anyCommand))
