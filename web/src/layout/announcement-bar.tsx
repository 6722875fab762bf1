import { PlaceholderLink } from './placeholder-link.tsx'
import { phone } from './shop-links.ts'

export function AnnouncementBar() {
  return (
    <section
      aria-label="Announcement"
      className="on-dark bg-raw text-[0.8125rem] leading-none text-bleach max-xs:text-[0.75rem]"
    >
      <div className="wrap grid min-h-9 items-center text-center md:grid-cols-[1fr_auto_1fr]">
        <div className="hidden gap-5 md:flex">
          <PlaceholderLink className={link}>Instagram</PlaceholderLink>
          <PlaceholderLink className={link}>Facebook</PlaceholderLink>
        </div>
        <p>We ship worldwide - Fast and reliable shipping!</p>
        <div className="hidden text-right md:block">
          <a className={`num ${link}`} href={phone.href}>
            {phone.label}
          </a>
        </div>
      </div>
    </section>
  )
}

const link = 'inline-flex min-h-9 items-center hover:underline'
