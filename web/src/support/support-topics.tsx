import { supportLinks } from '../layout/shop-links.ts'
import { Link } from '../ui/link.tsx'

export const SupportTopics = ({ current }: { current: string }) => (
  <nav aria-label="Support" className="max-lg:border-t max-lg:border-hair max-lg:pt-2">
    <ul className="flex flex-wrap gap-x-5 lg:grid">
      {supportLinks.map(({ label, to }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={label === current ? 'page' : undefined}
            className="inline-flex min-h-11 min-w-11 items-center decoration-thread decoration-2 underline-offset-4 hover:underline aria-[current]:underline lg:min-h-9"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
