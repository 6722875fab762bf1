/** TABLE: the filters of the catalog, in the order of the filter panel, and the field of a product that each filter compares (spec §7). */
export const facetFields = {
  category: 'category',
  gender: 'gender',
  color: 'colors',
  size: 'sizes',
  material: 'material',
  brand: 'brand',
  collection: 'collections',
} as const

export type Facet = keyof typeof facetFields
export const facets = Object.keys(facetFields) as readonly Facet[]

/** An object with the same value for each filter. */
export const perFacet = <Value>(value: Value) =>
  Object.fromEntries(facets.map((facet) => [facet, value])) as Record<Facet, Value>
