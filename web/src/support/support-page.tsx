import { NotFoundPage } from '../layout/not-found-page.tsx'
import { usePageParams } from '../lib/page-params.ts'
import { titled, usePageTitle } from '../lib/page-title.ts'
import type { HeadOf } from '../page.ts'
import { Link } from '../ui/link.tsx'
import { type SupportText, supportPath, supportTexts } from './support-texts.ts'

/** What the shop says about itself: one page for each row of the table of texts. */
export function SupportPage() {
  const { topic = '' } = usePageParams()
  const text = textAbout(topic)
  return text ? <SupportView key={topic} text={text} /> : <NotFoundPage />
}

function SupportView({ text }: { text: SupportText }) {
  const { title, lead, parts } = text
  usePageTitle(titled(title))
  return (
    <div className="wrap grid gap-x-10 gap-y-8 pt-10 lg:grid-cols-[4fr_8fr] lg:pt-16">
      <div className="grid content-start gap-5 self-start lg:sticky lg:top-25">
        <h1 className="type-h1">{title}</h1>
        <p className="type-say max-w-[26em] text-rinse">{lead}</p>
        <Topics current={text} />
      </div>
      <div>
        {parts.map(([heading, ...paragraphs], place) => (
          <section
            key={heading}
            className={`grid gap-2 border-t py-6 md:grid-cols-[1fr_2fr] md:gap-6 ${place === 0 ? 'border-raw' : 'border-hair'}`}
          >
            <h2 className="type-h3">{heading}</h2>
            <div className="grid max-w-[65ch] gap-3">
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}

const Topics = ({ current }: { current: SupportText }) => (
  <nav aria-label="Support" className="max-lg:border-t max-lg:border-hair max-lg:pt-2">
    <ul className="flex flex-wrap gap-x-5 lg:grid">
      {Object.entries(supportTexts).map(([topic, text]) => (
        <li key={topic}>
          <Link
            to={supportPath(topic)}
            aria-current={text === current ? 'page' : undefined}
            className="inline-flex min-h-11 min-w-11 items-center decoration-thread decoration-2 underline-offset-4 hover:underline aria-[current]:underline lg:min-h-9"
          >
            {text.title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** Titles and leads of the support pages; none for another address below `/support`. */
export const supportHead: HeadOf = ({ params: { topic = '' } }) => {
  const text = textAbout(topic)
  return text && { title: titled(text.title), description: text.lead, canonical: supportPath(topic.toLowerCase()) }
}

const textAbout = (topic: string): SupportText | undefined => {
  const key = topic.toLowerCase()
  return Object.hasOwn(supportTexts, key) ? supportTexts[key] : undefined
}
