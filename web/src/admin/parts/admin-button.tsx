import type { ComponentProps } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'

/** 40 px high on a wide screen, 44 px on other screens. */
export const AdminButton = ({ className = '', ...props }: ComponentProps<typeof Button>) => (
  <Button small {...props} className={`lg:min-h-10! ${className}`} />
)

export const AdminButtonLink = ({ className = '', ...props }: ComponentProps<typeof ButtonLink>) => (
  <ButtonLink small {...props} className={`lg:min-h-10! ${className}`} />
)

export const DeleteButton = ({ className = '', ...props }: ComponentProps<typeof Button>) => (
  <AdminButton variant="quiet" {...props} className={`text-bad! ${className}`} />
)
