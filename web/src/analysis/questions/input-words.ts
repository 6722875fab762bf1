export type Inputs = Readonly<Record<string, Readonly<{ label: string; hint: string }>>>

export const labelIn = (inputs: Inputs | undefined, name: string): string => inputs?.[name]?.label ?? `$${name}`
