import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { words } from '#words/home.ts'
import { useCan, useOrg } from '../../app/org.ts'
import { Loading } from '../../parts/Loading.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { Page } from '../../parts/Page.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import { AgentCards } from './agents/AgentCards.tsx'
import { Attention } from './attention/Attention.tsx'
import { FirstRun } from './FirstRun.tsx'
import { Traffic } from './Traffic.tsx'

/** How the org is doing: what needs somebody, how each agent stands, and what was said. */
export function HomePage() {
  const org = useOrg()
  const overview = useQuery({
    queryKey: org.key('agents-overview'),
    queryFn: ({ signal }) => org.api.get('/agents-overview', { signal }),
    refetchInterval: 60_000,
  })
  const agents = overview.data?.data
  if (agents?.length === 0) return <FirstRun />
  return (
    <Page title={words.title} lead={agents && words.lead(agents.length)} actions={<NewAgent />}>
      {overview.error && <Trouble error={overview.error} retry={overview.refetch} />}
      {!agents && !overview.error && <Loading />}
      {agents && (
        <>
          <Attention agents={agents} />
          <AgentCards agents={agents} />
          <Traffic agents={agents} />
        </>
      )}
    </Page>
  )
}

function NewAgent() {
  const org = useOrg()
  if (!useCan('editor')) return null
  return (
    <ButtonLink
      to="/orgs/$org/new-agent"
      params={{ org: org.id }}
      size="sm"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {words.newAgent}
    </ButtonLink>
  )
}
