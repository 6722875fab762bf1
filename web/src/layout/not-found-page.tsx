import { ButtonLink } from '../ui/button.tsx'

export function NotFoundPage() {
  return (
    <div className="wrap grid justify-items-start gap-6 pt-56">
      <title>Not found - Selvedge</title>
      <h1 className="type-display-2">This thread ends here</h1>
      <p className="type-say max-w-[26em] text-rinse">
        The page is gone or never was. Everything we sell is one step away.
      </p>
      <ButtonLink to="/collections/all">Shop All</ButtonLink>
    </div>
  )
}
