export type Document = { readonly _id: string }

type ListField<D> = { [Field in keyof D]-?: D[Field] extends readonly unknown[] ? Field : never }[keyof D] & string

/**
 * Adapters index exactly the search fields, and refuse to search by other fields. If the shape of the documents changes, raise the number
 * in the name, so that a new collection is built beside the old collection.
 */
export type Collection<D extends Document> = Readonly<{
  name: `${string}@${number}`
  /**
   * The commands whose events may change these documents. The gateway answers such a command only when the documents show its events. Each
   * entry is the first word of a command's path in the command-service.
   */
  changedBy?: readonly string[]
  /** Single-value fields, to filter and to sort by. Every document must have the fields that lists are sorted by. */
  searchedBy: readonly Exclude<keyof D & string, ListField<D>>[]
  /** List fields, to filter by an element. */
  lists?: readonly ListField<D>[]
  /**
   * How the documents differ from the documents under the former number. If `changes` is missing or is about another number, the documents
   * must not differ. A rebuild that finds a difference goes live only if the operator accepts it.
   */
  changes?: Readonly<{ number: number; says: string }>
}> & { readonly __document?: D }
