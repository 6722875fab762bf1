import { ProductCard } from '../../catalog/product-card.tsx'
import { Panel } from '../parts/panel.tsx'
import { bodyOf, type Draft } from './product-draft.ts'

/** The card as shoppers see it, while it is being typed. */
export function ProductPreview({ draft }: { draft: Draft }) {
  const { sizes, colors, collections, ...body } = bodyOf(draft)
  const product = { ...body, collections, collection: collections, sizes, size: sizes, colors, color: colors }
  return (
    <Panel title="As shoppers see it" aside={<span className="type-xsmall text-stone">Live preview</span>}>
      <div inert className="max-w-85 text-base">
        <ProductCard
          product={{
            ...product,
            _id: 'preview',
            name: draft.name || 'Product Name',
            // A product whose stock is not typed yet is not shown as sold out.
            countInStock: draft.countInStock === '' ? Number.POSITIVE_INFINITY : product.countInStock,
            soldOutSizes: [],
            createdAt: '',
          }}
          sizes="340px"
          eager
        />
      </div>
    </Panel>
  )
}
