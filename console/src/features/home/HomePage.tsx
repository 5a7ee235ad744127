import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/home.ts'
import { useCan, useOrg } from '../../app/current-org.ts'
import { ErrorAlert } from '../../components/ErrorAlert.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { AgentCards } from './agents/AgentCards.tsx'
import { AlertListView } from './alerts/AlertListView.tsx'
import { FirstRun } from './FirstRun.tsx'
import { TrafficChart } from './Traffic.tsx'

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
    <PageLayout title={strings.title} lead={agents && strings.lead(agents.length)} actions={<NewAgent />}>
      {overview.error && <ErrorAlert error={overview.error} retry={overview.refetch} />}
      {!agents && !overview.error && <Loading />}
      {agents && (
        <>
          <AlertListView agents={agents} />
          <AgentCards agents={agents} />
          <TrafficChart agents={agents} />
        </>
      )}
    </PageLayout>
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
      {strings.newAgent}
    </ButtonLink>
  )
}
