import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './app/app.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { language } from '#i18n/language.ts'
import { Providers } from './app/Providers.tsx'
import { router } from './app/router.tsx'

function App() {
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  )
}

// Zod would otherwise compile schemas with `new Function`, which the page's content security policy blocks and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

document.documentElement.lang = language
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
