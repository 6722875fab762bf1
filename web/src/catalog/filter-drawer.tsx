import { useState } from 'react'
import { productCount } from '../products/product-count.ts'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { Sliders } from '../ui/icons/page-icons.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { activeFilters, cleared } from './filters.ts'
import { useFilters } from './use-filters.ts'

export function FilterDrawer({ total }: { total: number | undefined }) {
  const [open, setOpen] = useState(false)
  const { params, change } = useFilters()
  const count = activeFilters(params).length
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="flex min-h-13 items-center gap-2.5 text-[0.9375rem] lg:hidden font-medium hover:underline hover:decoration-thread hover:decoration-2 hover:underline-offset-[0.3em]"
        onClick={() => setOpen(true)}
      >
        <Sliders />
        Filter
        {count > 0 && <span className="num text-stone">{count}</span>}
      </button>
      <Drawer
        open={open}
        onClose={close}
        side="left"
        title="Filter"
        footer={
          <>
            <Button onClick={close}>{`Show ${total === undefined ? 'products' : productCount(total)}`}</Button>
            <Button variant="quiet" small onClick={() => change(cleared)}>
              Clear all
            </Button>
          </>
        }
      >
        <div className="[&_fieldset]:first:border-t-0">{open && <FilterPanel />}</div>
      </Drawer>
    </>
  )
}
