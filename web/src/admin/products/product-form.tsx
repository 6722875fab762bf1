import { MAX_TEXT } from '@shop/language/limits'
import type { FormEvent } from 'react'
import { checkedFilters, choices } from '../../catalog/filters.ts'
import { capitalized } from '../../lib/capitalized.ts'
import { fieldError } from '../../lib/field-error.ts'
import { DollarField, Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { type Draft, listIn, withPiecesDivided } from './product-draft.ts'
import { StockField } from './stock-field.tsx'
import type { useUploads } from './use-uploads.ts'

export const PRODUCT_FORM = 'product-form'

type FormProps = {
  draft: Draft
  onChange: (update: (draft: Draft) => Draft) => void
  uploads: ReturnType<typeof useUploads>
  error: Error | null
  /** Whether the saved stock is divided by size and color. */
  isDivided: boolean
  onSubmit: () => void
}

export function ProductForm({ draft, onChange: onDraft, uploads, error, isDivided, onSubmit }: FormProps) {
  const onChange = (update: (draft: Draft) => Draft) =>
    onDraft((now) => (isDivided ? update(now) : withPiecesDivided(update(now))))
  const typed = (field: keyof Draft) => ({
    name: field,
    value: draft[field] as string,
    error: fieldError(error, field),
    onChange: ({ target }: { target: { value: string } }) => {
      // Names begin with an upper-case letter (spec §5).
      const value = field === 'name' ? capitalized(target.value) : target.value
      onChange((now) => ({ ...now, [field]: value }))
    },
  })
  const picked = (field: 'category' | 'gender' | (typeof checkedFilters)[number]) => ({
    ...typed(field),
    error: undefined,
    choices: [{ value: '', label: 'None' }, ...new Set([...choices[field], ...(draft[field] ? [draft[field]] : [])])],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form id={PRODUCT_FORM} onSubmit={submit} className="grid content-start gap-4.5">
      <Field label="Product Name" required maxLength={MAX_TEXT.productName} autoComplete="off" {...typed('name')} />
      <TextArea label="Description" rows={4} required maxLength={MAX_TEXT.description} {...typed('description')} />
      <div className={three}>
        <DollarField label="Price" min="0" required {...typed('price')} />
        {(!isDivided || draft.stock.length === 0) && (
          <Field
            label="Count in Stock"
            type="number"
            min="0"
            step="1"
            inputMode="numeric"
            required
            {...typed('countInStock')}
          />
        )}
        <Field label="SKU" required maxLength={MAX_TEXT.word} autoComplete="off" {...typed('sku')} />
      </div>
      <ChoiceFields draft={draft} error={error} onChange={onChange} isDivided={isDivided} />
      <StockField draft={draft} onChange={onChange} error={error} isDivided={isDivided} />
      <ToneField
        colors={listIn(draft.colors)}
        tones={draft.tones}
        onChange={(color, tones) => onChange((now) => ({ ...now, tones: { ...now.tones, [color]: tones } }))}
      />
      <div className={three}>
        <SelectField label="Category" {...picked('category')} />
        <SelectField label="Gender" {...picked('gender')} />
        {checkedFilters.map((name) => (
          <SelectField key={name} label={capitalized(name)} {...picked(name)} />
        ))}
      </div>
      <div className="grid gap-4.5 sm:grid-cols-2">
        <Field label="Brand" maxLength={MAX_TEXT.word} autoComplete="off" {...typed('brand')} />
        <Field label="Collection" maxLength={MAX_TEXT.word} autoComplete="off" {...typed('collections')} />
      </div>
      <PictureField
        images={draft.images}
        colors={listIn(draft.colors)}
        uploads={uploads.uploads}
        hasFailed={uploads.hasFailed}
        onUpload={uploads.upload}
        onChange={(update) => onChange((now) => ({ ...now, images: update(now.images) }))}
      />
    </form>
  )
}

const three = 'grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-start gap-4.5'

type ToneProps = {
  colors: readonly string[]
  tones: Readonly<Record<string, readonly string[]>>
  onChange: (color: string, tones: readonly string[]) => void
}

const UNDYED = '#f3f3f2'

function ToneField({ colors, tones, onChange }: ToneProps) {
  if (colors.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.84375rem] leading-[1.3] font-[550]">Swatches</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {colors.map((color) => {
          const [first = UNDYED, ...others] = tones[color] ?? []
          return (
            <label key={color} className="inline-flex min-h-11 cursor-pointer items-center gap-2 lg:min-h-9">
              <input
                type="color"
                value={first}
                onChange={({ target }) => onChange(color, [target.value, ...others])}
                className="size-11 lg:size-8 cursor-pointer border border-worn bg-bleach p-0.5"
              />
              {color}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
