import type { ReactNode } from 'react'
import { Picture } from '../../ui/picture.tsx'
import { RowLink } from '../parts/row-link.tsx'

type LineProps = {
  product: { _id: string; name: string; image: string }
  below?: ReactNode
  end: ReactNode
}

export function ProductLine({ product: { _id, name, image }, below, end }: LineProps) {
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-hair py-2.5">
      <Picture url={image} alt="" sizes="40px" className="w-10" />
      <div>
        <RowLink to={`/admin/products/${_id}/edit`} className="font-[550] wrap-anywhere">
          {name}
        </RowLink>
        {below}
      </div>
      {end}
    </li>
  )
}
