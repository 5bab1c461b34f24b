import type { ReactNode } from 'react'

/** Text only for screen readers. */
export const Hidden = ({ children }: { children: ReactNode }) => <span className="hidden">{children}</span>
