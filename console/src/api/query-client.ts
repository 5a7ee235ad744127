import { ParleyError } from '@parley/sdk'
import { QueryClient } from '@tanstack/react-query'

/** The SDK has tried again already where that helps, so that nothing is asked a third time here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: false, refetchOnWindowFocus: (query) => !isClientError(query.state.error) },
    mutations: { retry: false },
  },
})

const isClientError = (error: unknown): boolean => error instanceof ParleyError && error.status < 500
