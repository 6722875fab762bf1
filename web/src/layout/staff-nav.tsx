import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { LogOut } from '../ui/icons/admin-icons.tsx'
import type { LineIcon } from '../ui/icons/line-icon.tsx'
import { Link } from '../ui/link.tsx'

export type StaffLink = Readonly<{ label: string; to: string; Icon: LineIcon; badge?: ReactNode }>
type NavProps = { label: string; links: readonly StaffLink[]; onLogout: () => void; onGo?: () => void }

export function StaffNav({ label, links, onLogout, onGo }: NavProps) {
  const { pathname } = useLocation()
  const start = links[0]?.to
  const isIn = (to: string) => pathname === to || (to !== start && pathname.startsWith(`${to}/`))
  return (
    <>
      <nav aria-label={label}>
        <ul className="grid gap-1">
          {links.map(({ label, to, Icon, badge }) => (
            <li key={to}>
              <Link to={to} onClick={onGo} aria-current={isIn(to) ? 'page' : undefined} className={row}>
                <Icon />
                {label}
                {badge}
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

const row =
  'flex min-h-11 w-full items-center gap-3 px-2.5 text-[0.90625rem] font-medium text-rinse hover:bg-chalk aria-[current]:bg-chalk aria-[current]:font-semibold aria-[current]:text-raw aria-[current]:shadow-[inset_2px_0_0_var(--color-thread)] lg:min-h-10'
