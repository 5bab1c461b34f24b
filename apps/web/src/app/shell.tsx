import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import css from './shell.module.css'
import { text } from './text.ts'

/** What surrounds every page: the way past the header, the header, the footer. */
export function Shell() {
  return (
    <>
      <a className={css.skip} href="#content">
        {text.skip}
      </a>
      <Header />
      <main id="content" className={css.main} tabIndex={-1}>
        <ErrorBoundary>
          <Suspense>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </>
  )
}
