/** The first sentence says what the report shows. The others can be unfolded. */
export function ReportRule({ rule }: { rule: string }) {
  const { first, rest } = sentencesOf(rule)
  return (
    <div className="-mt-4 mb-8 max-w-[80ch] text-rinse">
      <p>{first}</p>
      {rest && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline lg:min-h-8">
            The whole rule
          </summary>
          <p>{rest}</p>
        </details>
      )}
    </div>
  )
}

export function sentencesOf(rule: string): { first: string; rest: string } {
  const end = rule.search(/(?<=\.) (?=[A-Z"“])/)
  return end < 0 ? { first: rule, rest: '' } : { first: rule.slice(0, end), rest: rule.slice(end + 1) }
}
