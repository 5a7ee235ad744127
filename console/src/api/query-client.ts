import { ParleyError } from '@parley/sdk'
import { QueryClient } from '@tanstack/react-query'

/** No retries here: the SDK has already retried where that helps. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: false, refetchOnWindowFocus: (query) => !isClientError(query.state.error) },
    mutations: { retry: false },
  },
})

const isClientError = (error: unknown): boolean => error instanceof ParleyError && error.status < 500
