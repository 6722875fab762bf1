import { useLocation } from 'react-router-dom'
import { Drawer } from '../ui/drawer.tsx'
import { User } from '../ui/icons/icons.tsx'
import { Link } from '../ui/link.tsx'
import { leadsTo, mainLinks } from './shop-links.ts'

const links = [{ label: 'Home', to: '/' }, ...mainLinks]

export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      side="left"
      title={
        <span className="text-[1.8125rem] leading-none font-semibold tracking-[-0.03em] font-stretch-75%">
          <span className="sr-only">Menu of </span>Selvedge
        </span>
      }
      footer={
        <Link to="/profile" onClick={onClose} className="type-small flex min-h-11 items-center gap-2.5">
          <User />
          Profile
        </Link>
      }
    >
      <nav aria-label="Menu" className="pt-3">
        <ul>
          {links.map((link) => (
            <li key={link.to}>
              <Link
                to={link.to}
                onClick={onClose}
                aria-current={leadsTo(link, pathname, search) ? 'page' : undefined}
                className="type-h1 threaded inline-block py-2.5 text-[2.625rem]! [--thread-bottom:2px]"
              >
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Drawer>
  )
}
