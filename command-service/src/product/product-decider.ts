import { ShopError } from '@shop/language/errors'
import {
  ProductDeleted,
  type ProductDetails,
  ProductEdited,
  type ProductEvent,
  ProductListed,
  ProductRestored,
} from '@shop/language/product/events'
import type { Decider } from '../handler/decider.ts'

/**
 * `details` are undefined before the product is listed and after it is deleted. After a deletion, `deleted` keeps the details. After an edit,
 * `edited` has the details before it.
 */
export type Product = Readonly<{
  details: ProductDetails | undefined
  deleted?: ProductDetails | undefined
  edited?: ProductDetails | undefined
  version: number
}>

export type ProductCommand =
  | { type: 'List'; productId: string; details: ProductDetails }
  /** An absent field stays as it is. `seenVersion` is the version that the admin's form showed (decisions S4). */
  | { type: 'Edit'; productId: string; changes: Partial<ProductDetails>; seenVersion?: number | undefined }
  | { type: 'Delete'; productId: string }
  | { type: 'Restore'; productId: string }

export const productDecider: Decider<Product, ProductCommand, ProductEvent> = {
  initialState: { details: undefined, version: -1 },

  begins: ({ type }) => type === 'List',

  evolve(product, { type, data }) {
    const version = product.version + 1
    switch (type) {
      case 'ProductListed':
        return { details: data.details, version }
      case 'ProductEdited':
        return {
          details: product.details && ({ ...product.details, ...data.changes } as ProductDetails),
          edited: product.details,
          version,
        }
      case 'ProductDeleted':
        return { details: undefined, deleted: product.details, version }
      case 'ProductRestored':
        return { details: product.deleted ?? product.details, version }
    }
  },

  decide(command, product) {
    const { productId } = command
    const { details, version } = product
    switch (command.type) {
      case 'List':
        if (version >= 0) throw new ShopError('CONFLICT', 'This product exists already')
        return [ProductListed({ productId, details: command.details })]
      case 'Edit': {
        if (!details) throw unknownProduct()
        if (command.seenVersion !== undefined && command.seenVersion !== version) throw editedSince()
        // The event is recorded even if nothing changes, so that a late retry of the command cannot overwrite later changes.
        return [ProductEdited({ productId, changes: differing(details, command.changes) })]
      }
      case 'Delete':
        if (!details) throw unknownProduct()
        return [ProductDeleted({ productId })]
      case 'Restore':
        if (version < 0) throw unknownProduct()
        // The event is recorded even if the product is not deleted, to mark the command as done.
        return [ProductRestored({ productId })]
    }
  },

  snapshot: {
    // A new version of `ProductListed` changes this name, so snapshots are built again. Snapshots of `product@2` lack `edited`.
    name: `product@${ProductListed.version + 1}`,
    write: (product) => product,
    read: ({ details, ...rest }: Product) => ({ details, ...rest }),
  },
}

export const unknownProduct = () => new ShopError('NOT_FOUND', 'There is no such product')
export const editedSince = () =>
  new ShopError('PRECONDITION_FAILED', 'This product has changed since you loaded it. Load it again')

const differing = (details: ProductDetails, changes: Partial<ProductDetails>): Partial<ProductDetails> =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(details[field as keyof ProductDetails]),
    ),
  )
