import { titled, usePageTitle } from '../lib/page-title.ts'
import { ButtonLink } from '../ui/button.tsx'

export function NotFoundPage() {
  usePageTitle(titled('Not found'))
  return (
    <div className="relative overflow-hidden pt-60 pb-6 lg:pt-55 lg:pb-10">
      <svg
        aria-hidden
        viewBox="0 0 1130 420"
        preserveAspectRatio="xMaxYMid slice"
        className="absolute top-0 left-0 h-75 w-full stroke-thread stroke-[2.5] lg:h-105"
        fill="none"
        strokeLinecap="round"
      >
        <path d="M0 120C180 120 300 128 420 150S640 250 760 232 860 120 780 108 690 210 800 262 1000 300 1060 250 1090 170 1040 168" />
      </svg>
      <div className="wrap relative">
        <h1 className="type-display-2 max-w-[6em]">Page not found</h1>
        <p className="type-say mt-5 mb-7 max-w-[26em] text-rinse">This page was removed, or it never existed.</p>
        <ButtonLink to="/collections/all">Shop All</ButtonLink>
      </div>
    </div>
  )
}
