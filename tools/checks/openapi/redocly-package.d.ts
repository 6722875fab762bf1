/** Only this folder installs Redocly, so the compiler checks the code without it. */
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
