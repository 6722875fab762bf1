import type { ComponentProps } from 'react'
import { FieldFrame, type FrameProps } from './field.tsx'
import { ChevronDown } from './icons/page-icons.tsx'

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

export const SelectField = ({ label, hint, ...box }: BoxProps & Pick<FrameProps, 'label' | 'hint'>) => (
  <FieldFrame label={label} hint={hint}>
    {(own) => <SelectBox {...box} {...own} className="w-full" />}
  </FieldFrame>
)
