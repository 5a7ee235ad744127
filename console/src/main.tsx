import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './app/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'

// Zod would otherwise compile schemas with `new Function`, which the page's content security policy blocks and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
