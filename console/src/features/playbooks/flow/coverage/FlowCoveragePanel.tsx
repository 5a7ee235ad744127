import { Group, List, Progress, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { strings as playbooks } from '#i18n/flow.ts'
import { strings } from '#i18n/proof.ts'
import { useRouteIds } from '../../../../app/current-org.ts'
import { AnchorLink } from '../../../../components/links.tsx'
import { ErrorAlert, Loading } from '../../../../components/PageStates.tsx'
import styles from '../canvas/canvas.module.css'
import { stepKeyOf, summarizeStep } from '../model/flow-graph.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import type { FlowCoverage, FlowHeat } from './flow-coverage.ts'

const { coverage: texts } = strings

type Props = {
  studio: FlowEditorState
  coverage: Pick<UseQueryResult<FlowCoverage | undefined>, 'data' | 'error' | 'refetch' | 'isPending'>
  run: string | undefined
  heat: FlowHeat
}

/** How often tests passed each step, in words; the graph shows it in colors. */
export function FlowCoveragePanel({ studio, coverage: { data, error, refetch, isPending }, run, heat }: Props) {
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (isPending) return <Loading />
  const { covered = 0, of = studio.document.flow.steps.length } = data ?? {}
  return (
    <Stack gap="sm">
      <Text size="sm" className="quiet">
        {run === undefined ? texts.flowLead : texts.flowOfRun}
      </Text>
      <Group gap="sm">
        <Progress
          value={of === 0 ? 0 : (100 * covered) / of}
          flex={1}
          aria-label={texts.bar(playbooks.flow.canvas, covered, of)}
        />
        <Text size="sm">{texts.of(covered, of)}</Text>
      </Group>
      {run !== undefined && <RunLinks run={run} playbookId={studio.playbookId} />}
      <Legend />
      <Uncovered studio={studio} heat={heat} />
      {heat.size < studio.document.flow.steps.length && <Text size="sm">{texts.changed}</Text>}
    </Stack>
  )
}

function RunLinks({ run, playbookId }: { run: string; playbookId: string }) {
  const ids = useRouteIds()
  return (
    <Group gap="md">
      <AnchorLink size="sm" to="/orgs/$org/agents/$agent/tests/runs/$runId" params={{ ...ids, runId: run }}>
        {texts.toRun}
      </AnchorLink>
      <AnchorLink
        size="sm"
        to="/orgs/$org/agents/$agent/playbooks/$playbookId"
        params={{ ...ids, playbookId }}
        search={{ tab: 'flow', run: 'all' }}
      >
        {texts.allTests}
      </AnchorLink>
    </Group>
  )
}

function Legend() {
  return (
    <Group gap="md" component="ul" role="list" aria-label={texts.legendLabel} p={0} m={0}>
      {texts.legend.map((label, level) => (
        <Group key={label} gap={6} component="li" role="listitem" style={{ listStyle: 'none' }}>
          <span className={styles.swatch} data-heat={level} aria-hidden />
          <Text size="xs">{label}</Text>
        </Group>
      ))}
    </Group>
  )
}

function Uncovered({ studio, heat }: Pick<Props, 'studio' | 'heat'>) {
  const steps = studio.document.graph.nodes.flatMap((node, at) => (heat.get(at)?.times === 0 ? [{ node, at }] : []))
  if (steps.length === 0) return heat.size === 0 ? null : <Text size="sm">{texts.everything}</Text>
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {texts.uncovered}
      </Text>
      <List size="sm" aria-label={texts.uncovered}>
        {steps.map(({ node: { key, step }, at }) => (
          <List.Item key={key}>
            {playbooks.flow.step(at + 1, playbooks.flow.kinds[stepKeyOf(step)], summarizeStep(step, studio.nameOf))}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
