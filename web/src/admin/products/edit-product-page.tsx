import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { usePageParams } from '../../lib/page-params.ts'
import { HistoryStep } from '../orders/history-step.tsx'
import { AdminButton, AdminButtonLink } from '../parts/admin-button.tsx'
import { NotFetched } from '../parts/not-fetched.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { UnsavedWork } from '../parts/unsaved-work.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { ProductEditor } from './product-editor.tsx'
import { PRODUCT_FORM } from './product-form.tsx'
import { productHistory, productToEdit, type Versioned } from './products-api.ts'
import { SaveFailure } from './save-failure.tsx'
import { useProductEdit } from './use-product-edit.ts'
import { useUploads } from './use-uploads.ts'

const toList = { to: '/admin/products', label: 'Products' }

export function EditProductPage() {
  const { id = '' } = usePageParams()
  const { data, error, refetch } = useQuery(productToEdit(id))
  if (data) return <Edit key={id} loaded={data} />
  return (
    <>
      <PageHead title="Edit Product" back={toList} />
      <NotFetched error={error} failure="Failed to fetch product" refetch={refetch} />
    </>
  )
}

function Edit({ loaded }: { loaded: Versioned }) {
  const navigate = useNavigate()
  const edit = useProductEdit(loaded, (saved) => navigate('/admin/products', { state: { saved } }))
  const uploads = useUploads((url) => edit.change((now) => ({ ...now, images: [...now.images, { url, altText: '' }] })))
  return (
    <>
      <PageHead title="Edit Product" back={toList} isForm>
        <AdminButtonLink to={`/admin/products/${loaded.body._id}/stock`} variant="outline">
          Stock
        </AdminButtonLink>
        <AdminButton variant="outline" onClick={edit.discard}>
          Discard
        </AdminButton>
        <AdminButton
          type="submit"
          form={PRODUCT_FORM}
          disabled={uploads.uploads.length > 0}
          busy={edit.isPending}
          busyLabel="Saving..."
        >
          Update Product
        </AdminButton>
      </PageHead>
      <ProductEditor
        draft={edit.draft}
        isDivided={edit.isDivided}
        onChange={edit.change}
        uploads={uploads}
        error={edit.error}
        onSubmit={() => !edit.isPending && edit.save()}
      >
        <UnsavedWork {...edit.unsaved} />
        <SaveFailure title="Failed to update product." error={edit.error} />
        {edit.conflict && <ConflictNote conflict={edit.conflict} />}
      </ProductEditor>
      <ProductHistory id={loaded.body._id} />
    </>
  )
}

function ProductHistory({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...productHistory(id), enabled: isOpen })
  return (
    <details
      className="mt-10 max-w-[720px] border-t border-raw"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="type-h4 min-h-11 cursor-pointer py-3 hover:bg-chalk">History</summary>
      {data ? (
        <ol reversed className="mt-4">
          {data.toReversed().map((entry) => (
            <HistoryStep key={entry.eventId} entry={entry} isToCome={false} />
          ))}
        </ol>
      ) : (
        <NotFetched error={error} failure="Failed to fetch the history" refetch={refetch} />
      )}
    </details>
  )
}
