import './shared/forms/history-guard.ts'
import './app/tokens.css'
import './app/base.css'
import './app/layout.css'
import './app/utilities.css'
import './app/boot.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from './app/router.tsx'
import { language } from './lib/language.ts'
import { createQueryClient } from './api/query-client.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

// The server sets it already; Vite's own server does not.
document.documentElement.lang = language

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <Router />
    </QueryClientProvider>
  </StrictMode>,
)
// The frame of index.html is gone.
root.removeAttribute('aria-busy')
