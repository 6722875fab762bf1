import { Component, type ReactNode } from 'react'

/** `at` is the URL of the content. A new URL renders the content again. */
type BoundaryProps = { at?: string; fallback: ReactNode; children: ReactNode }
type BoundaryState = { at: string | undefined; failed: boolean }

export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { at: this.props.at, failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, state: BoundaryState) {
    return at === state.at ? null : { at, failed: false }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
