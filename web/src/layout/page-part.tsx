import { type ComponentType, useEffect, useState } from 'react'
import { ahead } from '../lib/load-ahead.ts'
import { Note } from '../ui/note.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { awaitCode } from './page-loading.tsx'
import { ReloadButton } from './reload-button.tsx'

/**
 * Returns a part of a page, such as a drawer, and a function that loads the part's code in advance. React's `lazy` would show the part at
 * least a third of a second later.
 */
export function pagePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let code: ComponentType<Props> | undefined
  const loadOnce = async () => {
    code ??= await load()
  }

  function Loaded(props: Props) {
    const [state, setState] = useState<{ failure?: unknown }>()
    useEffect(() => {
      awaitCode(loadOnce).then(
        () => setState({}),
        (failure: unknown) => setState({ failure }),
      )
    }, [])
    if (state?.failure) throw state.failure
    const Code = code
    return Code && <Code {...props} />
  }

  const Part = (props: Props) => (
    <ErrorBoundary fallback={<MissingPart />}>
      <Loaded {...props} />
    </ErrorBoundary>
  )
  return [Part, ahead(loadOnce)] as const
}

const MissingPart = () => (
  <div className="fixed inset-x-0 bottom-0 z-20 border-t border-raw bg-bleach">
    <Note tone="bad" action={<ReloadButton small />}>
      <p>This part of the page could not be loaded. Your cart is kept.</p>
    </Note>
  </div>
)
