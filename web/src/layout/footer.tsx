import { Link } from '../ui/link.tsx'
import { Newsletter } from './newsletter.tsx'
import { PlaceholderLink } from './placeholder-link.tsx'
import { footerLinks, phone, type ShopLink, supportLinks } from './shop-links.ts'

export function Footer({ closing }: { closing: boolean }) {
  return (
    <footer
      className={`mt-18 overflow-hidden bg-chalk pt-12 lg:pt-20 [main:has(>.to-the-footer)+&]:mt-0! ${closing ? 'lg:mt-32' : 'border-t border-hair lg:mt-28'}`}
    >
      <div className="wrap">
        <div className="grid grid-cols-2 gap-x-6 gap-y-10 md:grid-cols-4 lg:grid-cols-[5fr_2fr_2fr_2fr]">
          <Newsletter />
          <Links title="Shop" links={footerLinks} />
          <Links title="Support" links={supportLinks} />
          <div className="contents lg:grid lg:content-start lg:gap-5">
            <Links title="Follow Us" links={[{ label: 'Instagram' }, { label: 'Facebook' }]} />
            <div>
              <h2 className="type-h4 mb-2">Call Us</h2>
              <a href={phone.href} className={`num ${link}`}>
                {phone.label}
              </a>
            </div>
          </div>
        </div>
        <div className="type-xsmall mt-12 flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-hair py-4.5 text-stone">
          {/* At New Year, the gateway and the browser can draw different years. */}
          <span suppressHydrationWarning>{`© ${new Date().getFullYear()} Selvedge`}</span>
          <span>Prices in US dollars. Shipping: Free.</span>
        </div>
      </div>
      {closing && (
        <div
          aria-hidden
          className="mt-14 flex gap-[0.05em] pb-[0.2em] text-[31vw] leading-[0.9] font-semibold tracking-[-0.045em] whitespace-nowrap select-none font-stretch-75%"
        >
          Selvedge
          <span className="tape-end -mt-[0.03em] w-[0.11em]" />
        </div>
      )}
    </footer>
  )
}

function Links({ title, links }: { title: string; links: readonly (Pick<ShopLink, 'label'> & Partial<ShopLink>)[] }) {
  return (
    <div>
      <h2 className="type-h4 mb-2">{title}</h2>
      <ul>
        {links.map(({ label, to }) => (
          <li key={label}>
            {to ? (
              <Link to={to} className={link}>
                {label}
              </Link>
            ) : (
              <PlaceholderLink className={link}>{label}</PlaceholderLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const link = 'inline-flex min-h-11 min-w-11 items-center text-[0.9375rem] hover:underline md:min-h-9'
