import type { ComponentProps } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'

/** The shop's buttons in the size of the admin area: 40 px high, 44 px on touch screens. */
export const AdminButton = ({ className = '', ...props }: ComponentProps<typeof Button>) => (
  <Button small {...props} className={`lg:min-h-10! ${className}`} />
)

export const AdminButtonLink = ({ className = '', ...props }: ComponentProps<typeof ButtonLink>) => (
  <ButtonLink small {...props} className={`lg:min-h-10! ${className}`} />
)

/** A red button for deleting. */
export const DeleteButton = ({ className = '', ...props }: ComponentProps<typeof Button>) => (
  <AdminButton variant="quiet" {...props} className={`text-bad! ${className}`} />
)
