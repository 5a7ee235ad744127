import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../api/query-client.ts'
import { ConfirmHost } from '../components/confirm.tsx'
import { cssVariables, theme } from './theme/theme.ts'

/** Providers that every page needs; component tests render inside them too. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} />
        <ConfirmHost>{children}</ConfirmHost>
      </QueryClientProvider>
    </MantineProvider>
  )
}
