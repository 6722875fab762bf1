import { useState } from 'react'
import { Menu } from '../ui/icons/icons.tsx'
import { pagePart } from './page-part.tsx'

const [MenuDrawer, loadAhead] = pagePart(async () => (await import('./menu-drawer.tsx')).MenuDrawer)

export function MenuButton() {
  // Undefined until the drawer is first opened. After that the drawer stays mounted, so that it can slide out.
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        className="icon-button -ml-3 lg:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => setOpen(true)}
      >
        <Menu />
      </button>
      {isOpen !== undefined && <MenuDrawer open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
