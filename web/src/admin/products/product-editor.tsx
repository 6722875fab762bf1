import type { ReactNode } from 'react'
import { ProductCard } from '../../catalog/product-card.tsx'
import { Panel } from '../parts/panel.tsx'
import { bodyOf, type Draft } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'
import type { useUploads } from './use-uploads.ts'

type EditorProps = {
  draft: Draft
  onChange: (update: (draft: Draft) => Draft) => void
  uploads: ReturnType<typeof useUploads>
  error: Error | null
  isDivided: boolean
  onSubmit: () => void
  children?: ReactNode
}

export function ProductEditor({ children, draft, ...form }: EditorProps) {
  return (
    <>
      {children}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 min-[68.75rem]:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <ProductForm draft={draft} {...form} />
        <ProductPreview draft={draft} />
      </div>
    </>
  )
}

function ProductPreview({ draft }: { draft: Draft }) {
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
