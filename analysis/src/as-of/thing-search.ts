import type { Thing } from '@shop/language/analysis/things'

export function isFoundBy(search: string | undefined, thing: Thing): boolean {
  if (search === undefined) return true
  const wanted = search.toLowerCase()
  return textsOf(thing).some((text) => text?.toLowerCase().includes(wanted))
}

function textsOf(thing: Thing): readonly (string | undefined)[] {
  switch (thing.kind) {
    case 'order':
      return [
        ...[thing._id, thing.customer, thing.country],
        ...thing.items.flatMap(({ productId, name, sku, size, color }) => [productId, name, sku, size, color]),
      ]
    case 'cart':
      return [
        ...[thing._id, thing.checkout],
        ...thing.items.flatMap(({ productId, name, size, color }) => [productId, name, size, color]),
      ]
    case 'product':
      return [thing._id, thing.name, thing.sku, thing.category, thing.brand, thing.collection]
    default:
      return [thing._id, thing.name]
  }
}
