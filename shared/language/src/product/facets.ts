/** TABLE: the filters of the catalog, in the sequence of the filter panel (spec §7). Each value is the field of a product. */
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

export const perFacet = <Value>(value: Value) =>
  Object.fromEntries(facets.map((facet) => [facet, value])) as Record<Facet, Value>
