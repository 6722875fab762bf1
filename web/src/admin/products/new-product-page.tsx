import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AdminButton, AdminButtonLink } from '../parts/admin-button.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { UnsavedWork } from '../parts/unsaved-work.tsx'
import { useKeptWork } from '../parts/use-kept-work.ts'
import { bodyOf, type Draft, emptyDraft } from './product-draft.ts'
import { ProductEditor } from './product-editor.tsx'
import { PRODUCT_FORM } from './product-form.tsx'
import { useCreateProduct } from './products-api.ts'
import { SaveFailure } from './save-failure.tsx'
import { useUploads } from './use-uploads.ts'

export function NewProductPage() {
  const kept = useKeptWork<Draft>()
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, ...kept.found })
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(emptyDraft)
  useEffect(() => {
    if (isUnsaved) kept.keep(draft)
    else kept.forget()
  }, [isUnsaved, draft])
  const { mutate: create, isPending, error } = useCreateProduct()
  const navigate = useNavigate()
  const uploads = useUploads((url) => setDraft((now) => ({ ...now, images: [...now.images, { url, altText: '' }] })))

  const save = () =>
    create(bodyOf(draft), {
      onSuccess: ({ name }) => {
        kept.forget()
        navigate('/admin/products', { state: { saved: `${name} added.` } })
      },
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
        isDivided={false}
        onChange={setDraft}
        uploads={uploads}
        error={error}
        onSubmit={() => !isPending && save()}
      >
        <UnsavedWork isUnsaved={isUnsaved} isFound={kept.found !== null} onForget={kept.forget} />
        <SaveFailure title="Failed to create product" error={error} />
      </ProductEditor>
    </>
  )
}
