import { Group, List, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { strings } from '#i18n/proof.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'

const { coverage: texts } = strings
const kinds = ['facts', 'tools', 'goals', 'rules'] as const

type Coverage = Schema<'TestCoverage'>
type Counted = { covered: number; of: number }

/** Coverage of one run, or of all tests of the last 30 days. `stamp` changes when there are new results. */
export function CoverageReport({ run, stamp }: { run?: string; stamp?: unknown }) {
  const agent = useAgent()
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('tests', 'coverage', run ?? 'all', ...(stamp === undefined ? [] : [stamp])),
    queryFn: ({ signal }) =>
      run === undefined
        ? agent.api.get('/tests/coverage', { signal })
        : agent.api.get('/tests/runs/{run}/coverage', { path: { run }, signal }),
  })
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading />
  const isEmpty = data.playbooks.length === 0 && kinds.every((kind) => data[kind].of === 0)
  return (
    <Stack gap="sm">
      <Text size="sm" className="quiet">
        {run === undefined ? texts.lead : texts.ofRun}
      </Text>
      {isEmpty && <Text size="sm">{texts.nothing}</Text>}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {data.playbooks.length > 0 && <Flows playbooks={data.playbooks} run={run} />}
        {kinds.map((kind) => data[kind].of > 0 && <Kind key={kind} label={texts.kinds[kind]} {...data[kind]} />)}
      </SimpleGrid>
    </Stack>
  )
}

function Flows({ playbooks, run }: { playbooks: Coverage['playbooks']; run: string | undefined }) {
  const ids = useRouteIds()
  return (
    <Panel label={texts.flows}>
      {playbooks.map(({ id, covered, of }) => (
        <Stack key={id} gap={2}>
          <Group justify="space-between" gap="xs">
            <Text size="sm">{id}</Text>
            <AnchorLink
              size="xs"
              to="/orgs/$org/agents/$agent/playbooks/$playbookId"
              params={{ ...ids, playbookId: id }}
              search={{ tab: 'flow', run: run ?? 'all' }}
            >
              {texts.showFlow}
            </AnchorLink>
          </Group>
          <CoverageBar name={id} covered={covered} of={of} />
        </Stack>
      ))}
    </Panel>
  )
}

function Kind({ label, items, ...counted }: Coverage['facts'] & { label: string }) {
  const missing = items.filter(({ times }) => times === 0)
  return (
    <Panel label={label}>
      <CoverageBar name={label} {...counted} />
      {missing.length === 0 ? (
        <Text size="sm">{texts.everything}</Text>
      ) : (
        <Stack gap={2}>
          <Text size="sm" fw={600}>
            {texts.uncovered}
          </Text>
          <List size="sm">
            {missing.slice(0, maxListed).map(({ id }) => (
              <List.Item key={id}>{id}</List.Item>
            ))}
          </List>
          {missing.length > maxListed && <Text size="sm">{texts.more(missing.length - maxListed)}</Text>}
        </Stack>
      )}
    </Panel>
  )
}

const maxListed = 12

function Panel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={label}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {label}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}

function CoverageBar({ name, covered, of }: Counted & { name: string }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress value={of === 0 ? 0 : (100 * covered) / of} flex={1} aria-label={texts.bar(name, covered, of)} />
      <Text size="sm">{texts.of(covered, of)}</Text>
    </Group>
  )
}
