import { Loading, SkeletonBar } from '../ui/skeleton.tsx'

export function LoadingProduct() {
  return (
    <div className="wrap min-h-screen pt-14">
      <Loading>
        <div className="grid gap-6 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] md:gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-10 xl:gap-18">
          <div className="weft -mx-(--gut) aspect-4/5 max-md:aspect-auto max-md:h-[46svh] md:mx-0" />
          <div className="grid content-start gap-4">
            <SkeletonBar className="w-1/5" />
            <SkeletonBar className="h-12! w-4/5" />
            <SkeletonBar className="w-1/4" />
            <SkeletonBar className="mt-6" />
            <SkeletonBar className="w-4/5" />
          </div>
        </div>
      </Loading>
    </div>
  )
}
