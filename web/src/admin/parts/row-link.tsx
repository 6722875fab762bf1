import { Link, type LinkProps } from '../../ui/link.tsx'

export const RowLink = ({ className = '', ...props }: LinkProps) => (
  <Link
    {...props}
    className={`inline-flex min-h-11 items-center underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-6 ${className}`}
  />
)
