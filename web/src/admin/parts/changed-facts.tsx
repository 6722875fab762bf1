/** `before` is null if the fact had no value. `after` is null if the fact has no value now. `path`: the fact's name in stored data. */
export type ChangedFact = Readonly<{ name: string; path?: string; before: string | null; after: string | null }>

export const ChangedFacts = ({ facts, of, label }: { facts: readonly ChangedFact[]; of: string; label: string }) => (
  <table aria-label={label}>
    <thead className="sr-only">
      <tr>
        <th scope="col">{of}</th>
        <th scope="col">Before</th>
        <th scope="col">After</th>
      </tr>
    </thead>
    <tbody>
      {facts.map(({ name, path, before, after }) => (
        <tr key={path ?? name}>
          <th scope="row" title={path}>
            {name}
          </th>
          {before === null ? (
            <td className="text-stone">none</td>
          ) : (
            <td className="bg-bad-wash text-bad">
              <del>{before}</del>
            </td>
          )}
          {after === null ? <td className="text-stone">none</td> : <td className="bg-ok-wash text-ok">{after}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)
