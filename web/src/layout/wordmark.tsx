export function Wordmark() {
  return (
    <span className="inline-flex items-stretch gap-1.5 py-2 text-[min(1.8125rem,9.0625vw)] leading-none font-semibold tracking-[-0.03em] font-stretch-75% lg:text-[2.25rem]">
      Selvedge
      <span aria-hidden className="tape-end mt-px -mb-px w-[7px] lg:w-2" />
    </span>
  )
}
