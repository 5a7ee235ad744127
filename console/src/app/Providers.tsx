import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../api/query-client.ts'
import { ConfirmHost } from '../components/confirm.tsx'
import { theme } from './theme.ts'

/** What every page relies on; component tests render inside it too. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} />
        {children}
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>
  )
}
