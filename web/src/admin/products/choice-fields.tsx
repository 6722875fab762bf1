import { basicColors } from '@shop/language/product/basic-colors'
import { useQuery } from '@tanstack/react-query'
import { choices } from '../../catalog/filters.ts'
import { fieldError } from '../../lib/field-error.ts'
import { catalogQueries } from '../../products/catalog-api.ts'
import { withKnownTones } from './chip-values.ts'
import { ChipsField } from './chips-field.tsx'
import { type Draft, listIn } from './product-draft.ts'
import { piecesNamed } from './stock-cells.ts'

type FieldsProps = {
  draft: Draft
  error: Error | null
  onChange: (update: (draft: Draft) => Draft) => void
  /** Whether the saved stock is divided by size and color. If so, the pieces of a removed size or color are no longer counted. */
  isDivided: boolean
}

export function ChoiceFields({ draft, error, onChange, isDivided }: FieldsProps) {
  const { data } = useQuery(catalogQueries.facets(''))
  const known = (names: readonly string[], inShop: object | undefined) => [
    ...new Set([...names, ...Object.keys(inShop ?? {})]),
  ]
  const lostWith = (axis: 'size' | 'color', value: string) => {
    const lost = isDivided
      ? piecesNamed(draft.stock, [listIn(draft.sizes), listIn(draft.colors)], axis, value)
      : undefined
    return (
      lost &&
      `${lost}. After you save, these pieces are neither counted nor sold. To get them back, add ${value} again.`
    )
  }
  return (
    <div className="grid items-start gap-4.5 sm:grid-cols-2">
      <ChipsField
        label="Sizes"
        values={listIn(draft.sizes)}
        known={known(choices.size, data?.counts.size)}
        error={fieldError(error, 'sizes')}
        lostWith={(size) => lostWith('size', size)}
        onChange={(sizes) => onChange((now) => ({ ...now, sizes: sizes.join(', ') }))}
      />
      <ChipsField
        label="Colors"
        values={listIn(draft.colors)}
        known={known([...choices.color, ...basicColors], data?.counts.color)}
        error={fieldError(error, 'colors')}
        lostWith={(color) => lostWith('color', color)}
        onChange={(colors) =>
          onChange((now) => {
            const added = colors.filter((color) => !listIn(now.colors).includes(color))
            return { ...now, colors: colors.join(', '), tones: withKnownTones(now.tones, added) }
          })
        }
      />
    </div>
  )
}
