import { LayoutDashboard, LogOut, type LucideIcon, Package, Shirt, Store, Users } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'

const links: readonly { label: string; to: string; Icon: LucideIcon }[] = [
  { label: 'Dashboard', to: '/admin', Icon: LayoutDashboard },
  { label: 'Users', to: '/admin/users', Icon: Users },
  { label: 'Products', to: '/admin/products', Icon: Shirt },
  { label: 'Orders', to: '/admin/orders', Icon: Package },
  { label: 'Shop', to: '/collections/all', Icon: Store },
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
                <Icon aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <hr className="my-3 border-hair" />
      <button type="button" onClick={onLogout} className={row}>
        <LogOut aria-hidden />
        Logout
      </button>
    </>
  )
}

const isIn = (pathname: string, to: string) =>
  pathname === to || (to !== '/admin' && to.startsWith('/admin') && pathname.startsWith(`${to}/`))

const row =
  'flex min-h-11 w-full items-center gap-3 px-2.5 text-[14.5px] font-medium text-rinse hover:bg-chalk aria-[current]:bg-chalk aria-[current]:font-semibold aria-[current]:text-raw aria-[current]:shadow-[inset_2px_0_0_var(--color-thread)] lg:min-h-10'
