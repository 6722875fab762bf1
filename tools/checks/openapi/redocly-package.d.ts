/** The types of Redocly that we use. The compiler runs at the root, where Redocly is not installed. */
declare module '@redocly/openapi-core' {
  type Problem = Readonly<{
    severity: string
    ruleId: string
    message: string
    location: readonly Readonly<{ pointer?: string }>[]
  }>
  type Config = Readonly<{ extends: readonly string[]; rules: Readonly<Record<string, 'off'>> }>
  export function createConfig(config: Config): Promise<object>
  export function lintFromString(
    asked: Readonly<{ source: string; absoluteRef: string; config: object }>,
  ): Promise<readonly Problem[]>
}
