import { lazy, useState } from 'react'
import { ahead } from '../lib/load-ahead.ts'
import { Menu } from '../ui/icons/icons.tsx'
import { PagePart } from './page-part.tsx'

const loadMenu = () => import('./menu-drawer.tsx')
const MenuDrawer = lazy(async () => ({ default: (await loadMenu()).MenuDrawer }))

/** The menu of a small screen, loaded when a finger or pointer comes near. */
export function MenuButton() {
  // Undefined before it is first opened; from then on it is kept, so that it can also slide out.
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        className="icon-button -ml-3 lg:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        onPointerEnter={ahead(loadMenu)}
        onFocus={ahead(loadMenu)}
        onClick={() => setOpen(true)}
      >
        <Menu />
      </button>
      {isOpen !== undefined && (
        <PagePart>
          <MenuDrawer open={isOpen} onClose={() => setOpen(false)} />
        </PagePart>
      )}
    </>
  )
}
