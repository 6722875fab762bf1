import { useQuery } from '@tanstack/react-query'
import { choices } from '../../catalog/filters.ts'
import { fieldError } from '../../lib/field-error.ts'
import { catalogQueries } from '../../products/catalog-api.ts'
import { toneNames, withKnownTones } from './chip-values.ts'
import { ChipsField } from './chips-field.tsx'
import { type Draft, listIn } from './product-draft.ts'

type FieldsProps = { draft: Draft; error: Error | null; onChange: (become: (draft: Draft) => Draft) => void }

/** The sizes and colors of a product, with the names that the shop has already. */
export function ChoiceFields({ draft, error, onChange }: FieldsProps) {
  const { data } = useQuery(catalogQueries.facets(''))
  const known = (names: readonly string[], inShop: object | undefined) => [
    ...new Set([...names, ...Object.keys(inShop ?? {})]),
  ]
  return (
    <div className="grid items-start gap-4.5 sm:grid-cols-2">
      <ChipsField
        label="Sizes"
        values={listIn(draft.sizes)}
        known={known(choices.size, data?.counts.size)}
        error={fieldError(error, 'sizes')}
        onChange={(sizes) => onChange((now) => ({ ...now, sizes: sizes.join(', ') }))}
      />
      <ChipsField
        label="Colors"
        values={listIn(draft.colors)}
        known={known([...choices.color, ...toneNames], data?.counts.color)}
        error={fieldError(error, 'colors')}
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
