import { Alert, Group, Paper, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { strings as texts } from '#i18n/people-import.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { ImportCountsList } from './ImportCountsList.tsx'
import { ImportProgressBar } from './ImportProgressBar.tsx'
import { RowErrors } from './RowErrors.tsx'

/** One import by its id, while it runs and afterwards. */
export function ImportReport({ id }: { id: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('imports', id),
    queryFn: ({ signal }) => agent.api.get('/people/imports/{importBatchId}', { path: { importBatchId: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 1_000 : false),
  })
  const status = data?.status
  useEffect(() => {
    if (status === 'done') void queries.invalidateQueries({ queryKey: agent.key('people') })
  }, [status, queries, agent])
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading />
  return (
    <Paper withBorder p="md">
      <Stack>
        <ImportOutcome report={data} />
        {data.status !== 'failed' && <ImportCountsList counts={data} />}
        <RowErrors errors={data.errors} failed={data.failed} name={data.importBatchId} />
        {data.status !== 'running' && <NextActions report={data} />}
      </Stack>
    </Paper>
  )
}

function ImportOutcome({ report }: { report: Schema<'PeopleImportReport'> }) {
  if (report.status === 'running') {
    return (
      <Stack gap="xs">
        <ImportProgressBar soFar={report} />
        <Text size="sm" className="quiet">
          {texts.runningText}
        </Text>
      </Stack>
    )
  }
  if (report.status === 'failed') {
    return (
      <Alert color="red" role="alert" title={texts.failed}>
        {report.error}
      </Alert>
    )
  }
  return <Alert variant="default" role="status" title={texts.done} icon={<IconCircleCheck aria-hidden />} />
}

function NextActions({ report: { importBatchId, status, dryRun } }: { report: Schema<'PeopleImportReport'> }) {
  const routeIds = useRouteIds()
  const may = useCan('editor')
  return (
    <Group>
      {status === 'done' && !dryRun && (
        <ButtonLink to="/orgs/$org/agents/$agent/people" params={routeIds} search={{ importBatchId }}>
          {texts.people}
        </ButtonLink>
      )}
      {may && (
        <ButtonLink variant="default" to="/orgs/$org/agents/$agent/people/import" params={routeIds} search={{}}>
          {texts.another}
        </ButtonLink>
      )}
    </Group>
  )
}
