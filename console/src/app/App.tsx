import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queries } from '../api/queries.ts'
import { ConfirmHost } from '../parts/confirm.tsx'
import { router } from './router.tsx'
import { theme } from './theme.ts'

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" limit={4} />
        <RouterProvider router={router} />
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>
  )
}
