import type { ReactNode } from 'react'
import type { Draft } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'
import { ProductPreview } from './product-preview.tsx'
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
