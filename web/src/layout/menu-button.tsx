import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

const loadMenu = () => import('./menu-drawer.tsx')
const MenuDrawer = lazy(async () => ({ default: (await loadMenu()).MenuDrawer }))

/** The menu of a small screen, loaded when a finger or pointer comes near. */
export function MenuButton() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const open = () => {
    setWasOpen(true)
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        className="icon-button -ml-3 lg:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        onClick={open}
      >
        <Menu aria-hidden />
      </button>
      {wasOpen && (
        <Suspense fallback={null}>
          <MenuDrawer open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
