import { SUPPORT_TITLES, supportPath } from '@shop/language/limits'
import { NotFoundPage } from '../layout/not-found-page.tsx'
import { usePageParams } from '../lib/page-params.ts'
import { titled, usePageTitle } from '../lib/page-title.ts'
import type { HeadOf } from '../page.ts'
import { supportTexts } from './support-texts.ts'
import { SupportTopics } from './support-topics.tsx'

export function SupportPage() {
  const { topic = '' } = usePageParams()
  const title = titleOf(topic)
  return title ? <SupportView key={title} title={title} /> : <NotFoundPage />
}

function SupportView({ title }: { title: Title }) {
  const { lead, parts } = supportTexts[title]
  usePageTitle(titled(title))
  return (
    <div className="wrap grid gap-x-10 gap-y-8 pt-10 lg:grid-cols-[4fr_8fr] lg:pt-16">
      <div className="grid content-start gap-5 self-start lg:sticky lg:top-25">
        <h1 className="type-h1">{title}</h1>
        <p className="type-say max-w-[26em] text-rinse">{lead}</p>
        <SupportTopics current={title} />
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

export const supportHead: HeadOf = ({ params: { topic = '' } }) => {
  const title = titleOf(topic)
  return title && { title: titled(title), description: supportTexts[title].lead, canonical: supportPath(title) }
}

type Title = (typeof SUPPORT_TITLES)[number]
const titleOf = (topic: string): Title | undefined =>
  SUPPORT_TITLES.find((title) => supportPath(title) === `/support/${topic.toLowerCase()}`)
