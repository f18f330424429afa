import { Component, type ReactNode } from 'react';

type BoundaryProps = {
  /** What stands in the place of a part that failed; nothing by default. */
  fallback?: ReactNode;
  children: ReactNode;
};

/** Around one part of the page: when it fails, the rest stays. React reports the error. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { fallback = null, children } = this.props;
    return this.state.failed ? fallback : children;
  }
}
