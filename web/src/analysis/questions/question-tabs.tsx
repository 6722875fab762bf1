import { useLocation } from 'react-router-dom'
import { Link } from '../../ui/link.tsx'

const tabs = [
  ['/analysis/questions', 'SQL'],
  ['/analysis/reducer', 'Reducer'],
] as const

export function QuestionTabs() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Ways to ask" className="mb-5 overflow-x-auto border-b border-hair">
      <ul className="flex gap-5.5">
        {tabs.map(([to, label]) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={pathname === to ? 'page' : undefined}
              className="relative inline-flex min-h-11 items-center font-medium text-rinse aria-[current]:font-semibold aria-[current]:text-raw aria-[current]:shadow-[inset_0_-2px_0_var(--color-thread)]"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
