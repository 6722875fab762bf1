/** The label and hint of each parameter of a question, by the parameter's name. A typed question has none. */
export type Inputs = Readonly<Record<string, Readonly<{ label: string; hint: string }>>>

export const labelIn = (inputs: Inputs | undefined, name: string): string => inputs?.[name]?.label ?? `$${name}`
