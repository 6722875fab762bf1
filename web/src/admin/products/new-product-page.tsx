import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AdminButton, AdminButtonLink } from '../parts/admin-button.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { bodyOf, emptyDraft } from './product-draft.ts'
import { ProductEditor } from './product-editor.tsx'
import { PRODUCT_FORM } from './product-form.tsx'
import { useCreateProduct } from './products-api.ts'
import { SaveFailure } from './save-failure.tsx'
import { useUploads } from './use-uploads.ts'

export function NewProductPage() {
  const [draft, setDraft] = useState(emptyDraft)
  const { mutate: create, isPending, error } = useCreateProduct()
  const navigate = useNavigate()
  const uploads = useUploads((url) => setDraft((now) => ({ ...now, images: [...now.images, { url, altText: '' }] })))

  const save = () =>
    create(bodyOf(draft), {
      onSuccess: ({ name }) => navigate('/admin/products', { state: { saved: `${name} added.` } }),
    })

  return (
    <>
      <PageHead title="Add Product" back={{ to: '/admin/products', label: 'Products' }} isForm>
        <AdminButtonLink variant="outline" to="/admin/products">
          Discard
        </AdminButtonLink>
        <AdminButton
          type="submit"
          form={PRODUCT_FORM}
          disabled={uploads.uploads.length > 0}
          busy={isPending}
          busyLabel="Saving..."
        >
          Add Product
        </AdminButton>
      </PageHead>
      <ProductEditor
        draft={draft}
        onChange={setDraft}
        uploads={uploads}
        error={error}
        onSubmit={() => !isPending && save()}
      >
        <SaveFailure title="Failed to create product" error={error} />
      </ProductEditor>
    </>
  )
}
