import '../app/tokens.css'
import '../app/base.css'
import '../app/layout.css'
import '../app/utilities.css'
import { createRoot } from 'react-dom/client'
import { language } from '#web/lib/language.ts'
import { DeskPage } from './desk-page.tsx'
import { start } from './model/device.ts'
import { text } from './words/text.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('desk.html has no #root')

// One document for both languages: the service worker keeps it.
document.documentElement.lang = language
document.title = text.title

start()
createRoot(root).render(<DeskPage />)
