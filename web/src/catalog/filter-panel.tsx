import type { Facets } from '@shop/language/product/api'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { capitalized } from '../lib/capitalized.ts'
import { catalogQueries } from '../products/catalog-api.ts'
import { ChoiceButton } from '../ui/choice-button.tsx'
import { Swatch } from '../ui/swatch.tsx'
import { checkedFilters, choices, chosen, isSame, type ListFilter, toggled } from './filters.ts'
import { PriceSlider } from './price-slider.tsx'
import { useFilters } from './use-filters.ts'

export function FilterPanel() {
  const { params, query, change } = useFilters()
  const { data: facets } = useQuery(catalogQueries.facets(query))
  const brands = useBrands(chosen(params, 'brand'))
  const press = (name: ListFilter, value: string) => change((now) => toggled(now, name, value))
  const clearing = (name: ListFilter) => {
    const [value] = chosen(params, name)
    return value === undefined ? undefined : () => press(name, value)
  }
  const options = { params, facets, press }
  const markOf = (facet: keyof Facets['left'], value: string) =>
    facets && !facets.left[facet][value] ? 'none left' : undefined

  return (
    <form method="dialog" autoComplete="off" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <Group title="Category" onClear={clearing('category')}>
        <Options {...options} type="radio" name="category" values={choices.category} />
      </Group>
      <Group title="Gender" onClear={clearing('gender')}>
        <Options {...options} type="radio" name="gender" values={choices.gender} />
      </Group>
      <Group title="Color">
        <div className="flex flex-wrap gap-x-5">
          {choices.color.map((color) => (
            <Swatch
              key={color}
              name={color}
              tones={[filterTones[color]]}
              mark={markOf('color', color)}
              pressed={chosen(params, 'color').includes(color)}
              onPress={() => press('color', color)}
            />
          ))}
        </div>
      </Group>
      <Group title="Size">
        <div className="flex flex-wrap gap-1.5">
          {choices.size.map((size) => (
            <ChoiceButton
              key={size}
              name={size}
              small
              mark={markOf('size', size)}
              pressed={chosen(params, 'size').includes(size)}
              onPress={() => press('size', size)}
            />
          ))}
        </div>
      </Group>
      <Group title="Price">
        <PriceSlider />
      </Group>
      {checkedFilters.map((name) => (
        <Group key={name} title={capitalized(name)}>
          <Options {...options} type="checkbox" name={name} values={choices[name]} />
        </Group>
      ))}
      {brands.length > 0 && (
        <Group title="Brand">
          <Options {...options} type="checkbox" name="brand" values={brands} />
        </Group>
      )}
    </form>
  )
}

type GroupProps = { title: string; onClear?: (() => void) | undefined; children: ReactNode }

function Group({ title, onClear, children }: GroupProps) {
  return (
    <fieldset className="relative border-t border-hair pt-4 pb-3.5 first:border-raw">
      <legend className="type-h4 float-left mb-1.5 w-full">{title}</legend>
      {onClear && (
        <button type="button" onClick={onClear} className={clear}>
          Clear<span className="sr-only"> {title}</span>
        </button>
      )}
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}

const clear = 'type-small absolute top-1 right-0 min-h-11 min-w-11 text-right underline hover:decoration-thread'

type OptionsProps = {
  type: 'radio' | 'checkbox'
  name: ListFilter
  values: readonly string[]
  params: URLSearchParams
  facets: Facets | undefined
  press: (name: ListFilter, value: string) => void
}

function Options({ type, name, values, params, facets, press }: OptionsProps) {
  const group = useId()
  return values.map((value) => {
    const count = facets && countOf(facets, name, value)
    const isChosen = chosen(params, name).some((one) => isSame(one, value))
    return (
      <label
        key={value}
        className={`flex min-h-11 items-center gap-3 text-[0.9375rem] lg:min-h-9 [&:hover>input]:border-raw ${count === 0 ? 'text-stone' : ''}`}
      >
        <input
          type={type}
          name={`${group}${name}`}
          value={value}
          checked={isChosen}
          onChange={() => press(name, value)}
          // A click on the chosen radio button clears it. Browsers send no change event for this click.
          onClick={() => type === 'radio' && isChosen && press(name, value)}
          className="tick"
        />
        {value}
        <span className="num type-small ml-auto text-stone">{count}</span>
      </label>
    )
  })
}

/** The lists for men and for women also show unisex products. */
function countOf({ counts }: Facets, name: keyof Facets['counts'], value: string): number {
  const own = counts[name]?.[value] ?? 0
  return name === 'gender' && value !== 'Unisex' ? own + (counts.gender?.Unisex ?? 0) : own
}

/** All brands, independent of the other filters (decisions P8). */
function useBrands(chosenBrands: readonly string[]): readonly string[] {
  const { data } = useQuery(catalogQueries.facets(''))
  const brands = Object.keys(data?.counts.brand ?? {})
  return [...brands, ...chosenBrands.filter((chosen) => !brands.some((brand) => isSame(brand, chosen)))].sort()
}

const filterTones: Record<(typeof choices.color)[number], string> = {
  Red: '#a5312c',
  Blue: '#34588f',
  Green: '#4d6f4c',
  Black: '#232326',
  White: '#f7f5f0',
}
