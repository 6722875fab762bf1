/** The compiler runs at the root, where Lighthouse is not installed. */
declare module 'lighthouse' {
  type Audit = Readonly<{ numericValue?: number; details?: unknown }>
  type Result = Readonly<{
    lhr: Readonly<{
      categories: Readonly<Record<string, Readonly<{ score: number | null }>>>
      audits: Readonly<Record<string, Audit>>
      finalDisplayedUrl: string
      runtimeError?: Readonly<{ message: string }>
    }>
  }>
  type Flags = Readonly<{ port: number; logLevel: 'error'; disableStorageReset: boolean }>
  export default function lighthouse(url: string, flags: Flags): Promise<Result | undefined>
}
