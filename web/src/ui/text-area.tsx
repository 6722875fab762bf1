import type { ComponentProps } from 'react'
import { FieldFrame, type FrameProps } from './field.tsx'

type AreaProps = Omit<ComponentProps<'textarea'>, 'id'> & Pick<FrameProps, 'label' | 'error' | 'hint'>

export const TextArea = ({ label, error, hint, className = 'input-box', ...area }: AreaProps) => (
  <FieldFrame label={label} error={error} hint={hint}>
    {(own) => <textarea {...area} {...own} className={className} />}
  </FieldFrame>
)
