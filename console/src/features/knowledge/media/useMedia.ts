import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAgent } from '../../../app/current-org.ts'

export type MediaItem = Schema<'MediaItem'>

/** All media items of the agent, newest first. */
export function useMedia() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('media', 'all'),
    queryFn: async ({ signal }) => {
      const items: MediaItem[] = []
      for await (const item of agent.api.each('/media', { query: { limit: 200 }, signal })) items.push(item)
      return items
    },
  })
}

export function useMediaUrls(): ReadonlyMap<string, string> {
  const { data } = useMedia()
  return useMemo(() => new Map(data?.map(({ id, url }) => [id, url])), [data])
}
