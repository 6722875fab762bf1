import { ProductCard } from '../../catalog/product-card.tsx'
import { Panel } from '../parts/panel.tsx'
import { bodyOf, type Draft } from './product-draft.ts'

export function ProductPreview({ draft }: { draft: Draft }) {
  const { sizes, colors, collections, stock, ...body } = bodyOf(draft)
  const product = { ...body, collections, collection: collections, sizes, size: sizes, colors, color: colors }
  return (
    <Panel title="As shoppers see it" aside={<span className="type-xsmall text-stone">Live preview</span>}>
      <div inert className="max-w-85 text-base">
        <ProductCard
          product={{
            ...product,
            _id: 'preview',
            name: draft.name || 'Product Name',
            countInStock: stock?.reduce((sum, line) => sum + line.countInStock, 0) ?? typedCount(draft),
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

/** Without a number, the card shows the product as available. */
const typedCount = ({ countInStock }: Draft) => (countInStock === '' ? Number.POSITIVE_INFINITY : Number(countInStock))
