import { type ComponentProps, useId } from 'react'
import { ChevronDown } from '../../ui/icons/icons.tsx'

type Choice = string | { value: string; label: string }
type BoxProps = ComponentProps<'select'> & { choices: readonly Choice[] }

export function SelectBox({ choices, className = '', ...select }: BoxProps) {
  return (
    <span className={`relative inline-block ${className}`}>
      <select {...select} className="input-box disabled:border-hair disabled:text-stone">
        {choices.map((choice) => {
          const { value, label } = typeof choice === 'string' ? { value: choice, label: choice } : choice
          return (
            <option key={value} value={value}>
              {label}
            </option>
          )
        })}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-2.5 size-4! -translate-y-1/2" />
    </span>
  )
}

export function SelectField({ label, ...box }: BoxProps & { label: string }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[0.84375rem] leading-[1.3] font-[550]">
        {label}
      </label>
      <SelectBox {...box} id={id} className="w-full" />
    </div>
  )
}
