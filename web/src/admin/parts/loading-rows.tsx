import { Loading, SkeletonBar } from '../../ui/skeleton.tsx'

const ROWS = [1, 2, 3, 4, 5, 6]

export const LoadingRows = () => (
  <Loading>
    <div className="border-t border-raw">
      {ROWS.map((row) => (
        <div key={row} className="flex min-h-14 items-center gap-6 border-b border-hair">
          <SkeletonBar className="w-1/4" />
          <SkeletonBar className="w-1/3" />
          <SkeletonBar className="ml-auto w-1/6" />
        </div>
      ))}
    </div>
  </Loading>
)
