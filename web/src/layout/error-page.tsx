import { titled, usePageTitle } from '../lib/page-title.ts'
import { ReloadButton } from './reload-button.tsx'

export function ErrorPage() {
  usePageTitle(titled('Error'))
  return (
    <div className="wrap grid min-h-[70svh] content-center justify-items-start gap-5">
      <h1 className="type-display-2">This page could not be shown</h1>
      <p className="type-say max-w-[26em] text-rinse">Something went wrong. Your cart is kept.</p>
      <ReloadButton />
    </div>
  )
}
