import { Button } from '../ui/button.tsx'

/** Stands outside the router, so that it shows whatever has failed. */
export function ErrorPage() {
  return (
    <main className="wrap grid min-h-screen content-center justify-items-start gap-5">
      <h1 className="type-display-2">A stitch came loose</h1>
      <p className="type-say max-w-[26em] text-rinse">This page could not be shown. Your cart is kept.</p>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </main>
  )
}
