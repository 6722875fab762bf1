export type Document = { readonly _id: string }

type ListField<D> = { [Field in keyof D]-?: D[Field] extends readonly unknown[] ? Field : never }[keyof D] & string

/**
 * Names a collection and the fields it is searched by; adapters index exactly these and refuse to search by others.
 * The number in the name is raised when the documents' shape changes: the new one is built beside the old.
 */
export type Collection<D extends Document> = Readonly<{
  name: `${string}@${number}`
  /** Fields of one value each, to filter and to sort by. Every document has the ones that are sorted by. */
  searchedBy: readonly Exclude<keyof D & string, ListField<D>>[]
  /** Fields that are lists, to filter by what they contain. */
  lists?: readonly ListField<D>[]
}> & { readonly __document?: D }
