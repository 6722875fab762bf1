import { ButtonLink } from '../ui/button.tsx'

export function HomePage() {
  return (
    <section className="wrap sky py-16">
      <title>Selvedge</title>
      <h1 className="type-display">Vacation Ready</h1>
      <ButtonLink to="/collections/all">Shop Now</ButtonLink>
    </section>
  )
}
