/** The types that we use of a package that only this folder installs, so that the whole tree is checked without it. */
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
