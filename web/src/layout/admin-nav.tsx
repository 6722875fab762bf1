import { useLocation } from 'react-router-dom'
import { Dashboard, LogOut, Package, Shirt, Shop, Users } from '../ui/icons/admin-icons.tsx'
import { CircleAlert } from '../ui/icons/icons.tsx'
import type { LineIcon } from '../ui/icons/line-icon.tsx'
import { Link } from '../ui/link.tsx'
import { OpenCases } from './open-cases.tsx'

const CASES = 'Needs attention'

const links: readonly { label: string; to: string; Icon: LineIcon }[] = [
  { label: 'Dashboard', to: '/admin', Icon: Dashboard },
  { label: 'Users', to: '/admin/users', Icon: Users },
  { label: 'Products', to: '/admin/products', Icon: Shirt },
  { label: 'Orders', to: '/admin/orders', Icon: Package },
  { label: CASES, to: '/admin/cases', Icon: CircleAlert },
  { label: 'Shop', to: '/collections/all', Icon: Shop },
]

export function AdminNav({ onLogout, onGo }: { onLogout: () => void; onGo?: () => void }) {
  const { pathname } = useLocation()
  return (
    <>
      <nav aria-label="Admin">
        <ul className="grid gap-1">
          {links.map(({ label, to, Icon }) => (
            <li key={to}>
              <Link to={to} onClick={onGo} aria-current={isIn(pathname, to) ? 'page' : undefined} className={row}>
                <Icon />
                {label}
                {label === CASES && <OpenCases />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <hr className="my-3 border-hair" />
      <button type="button" onClick={onLogout} className={row}>
        <LogOut />
        Logout
      </button>
    </>
  )
}

const isIn = (pathname: string, to: string) =>
  pathname === to || (to !== '/admin' && to.startsWith('/admin') && pathname.startsWith(`${to}/`))

const row =
  'flex min-h-11 w-full items-center gap-3 px-2.5 text-[14.5px] font-medium text-rinse hover:bg-chalk aria-[current]:bg-chalk aria-[current]:font-semibold aria-[current]:text-raw aria-[current]:shadow-[inset_2px_0_0_var(--color-thread)] lg:min-h-10'
