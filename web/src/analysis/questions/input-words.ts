/** How the fields of a question's parameters are called, by the parameters' names. A typed question has no such words. */
export type Inputs = Readonly<Record<string, Readonly<{ label: string; hint: string }>>>

/** The words for a parameter. Without `inputs`, its name as the SQL has it. */
export const labelIn = (inputs: Inputs | undefined, name: string): string => inputs?.[name]?.label ?? `$${name}`
