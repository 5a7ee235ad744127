import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/campaigns.ts'
import { type CurrentAgent, useAgent } from '../../../app/current-org.ts'
import { toPeopleQuery } from '../../outreach/shared/people-filter.ts'
import { type CampaignDraft, toAudience } from './campaign-draft.ts'

const { compose } = strings
const page = 200

/** How many are meant, as far as that is known before the checks. */
export function AudienceCount({ draft }: { draft: CampaignDraft }) {
  const agent = useAgent()
  const [audienceJson] = useDebouncedValue(JSON.stringify(toAudience(draft)), 400)
  const { data, isFetching } = useQuery({
    queryKey: agent.key('audience-count', audienceJson),
    queryFn: ({ signal }) => countAudience(agent, JSON.parse(audienceJson) as Audience, signal),
    retry: false,
  })
  return (
    <Text size="sm" fw={500} role="status">
      {data ?? (isFetching && compose.counting)}
    </Text>
  )
}

type Audience = ReturnType<typeof toAudience>

async function countAudience({ api }: CurrentAgent, audience: Audience, signal: AbortSignal): Promise<string> {
  const { segmentId, filter, importBatchId, personIds, personaIds } = audience
  const named = personIds ?? personaIds
  if (named) return named.length > 0 ? compose.counted(named.length) : ''
  if (segmentId) {
    const { count } = await api.get('/segments/{segmentId}/count', { path: { segmentId }, signal })
    return compose.counted(count)
  }
  const query = importBatchId ? { importBatchId } : filter && toPeopleQuery(filter)
  if (!query) return filter ? compose.later : ''
  const { data, nextPageToken } = await api.get('/people', { query: { ...query, limit: page }, signal })
  return nextPageToken ? compose.atLeast(page) : compose.counted(data.length)
}
