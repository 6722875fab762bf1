import { RETURN_DAYS } from '@shop/language/limits'
import type { Product } from '@shop/language/product/api'
import { useState } from 'react'
import { Drawer } from '../ui/drawer.tsx'
import { inInches, type SizeTable, sizeTableOf } from './body-sizes.ts'

type DrawerProps = { product: Product; open: boolean; onClose: () => void }

export function SizeDrawer({ product, open, onClose }: DrawerProps) {
  const table = sizeTableOf(product)
  return (
    <Drawer open={open} onClose={onClose} title="Size guide and care">
      {table ? (
        <Sizes table={table} />
      ) : (
        <p className="mt-6 text-rinse">
          The maker of this piece uses its own sizes. If the piece does not fit, you can return it within {RETURN_DAYS}{' '}
          days.
        </p>
      )}
      <h3 className="type-h4 mt-8 mb-2">Care</h3>
      <ul className="grid gap-2 pb-8 text-rinse">
        {careOf(product).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Drawer>
  )
}

function Sizes({ table: { columns, rows } }: { table: SizeTable }) {
  const [unit, setUnit] = useState<'cm' | 'in'>('cm')
  return (
    <>
      <fieldset className="mt-5 flex gap-6">
        <legend className="sr-only">Unit</legend>
        {(['cm', 'in'] as const).map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-2.5">
            <input type="radio" name="unit" className="tick" checked={unit === one} onChange={() => setUnit(one)} />
            {one === 'cm' ? 'cm' : 'inches'}
          </label>
        ))}
      </fieldset>
      <table className="num mt-2 w-full text-left text-[0.9375rem]">
        <caption className="sr-only">Measures of your body by size, in {unit === 'cm' ? 'cm' : 'inches'}</caption>
        <thead>
          <tr className="border-b border-raw text-[0.8125rem] text-stone">
            {['Size', ...columns].map((column) => (
              <th key={column} scope="col" className="py-2.5 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ size, cm }) => (
            <tr key={size} className="border-b border-hair">
              <th scope="row" className="py-3 font-[550]">
                {size}
              </th>
              {cm.map((value, place) => (
                <td key={columns[place]} className="py-3">
                  {unit === 'cm' ? value : inInches(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="type-small mt-3 text-rinse">
        Measured around your body, with the tape flat. If you are between two sizes, take the larger size.
      </p>
    </>
  )
}

/** TABLE: how to wash each material. */
const ofMaterial: Readonly<Record<string, string>> = {
  Cotton: 'Wash it at 30° with similar colors, and dry it on a line. You can iron it warm.',
  Polyester: 'Wash it at 30° without softener. It dries fast without a dryer. If you iron it, use a cool iron.',
  Denim: 'Wash it cold, inside out and rarely. The color fades when you wear it. This is intended.',
  Leather: 'Never wash it. Wipe it with a damp cloth, keep it away from radiators, and take stains to a specialist.',
}

/** TABLE: how to keep each category. */
const ofCategory: Readonly<Record<string, string>> = {
  'Top Wear': 'Fold knitwear. Hang shirts with the top button closed.',
  'Bottom Wear': 'Hang it by the hem. Close the zip before you wash it.',
  Outerwear: 'Air it after a day outside. Use a wide hanger, so that the shoulders keep their shape.',
}

const careOf = ({ category, material }: { category: string; material: string }): readonly string[] => [
  ofMaterial[material] ?? 'The label inside says how to wash it.',
  ...(ofCategory[category] ? [ofCategory[category]] : []),
]
