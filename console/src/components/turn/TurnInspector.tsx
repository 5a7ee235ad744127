import { Badge, Group, Stack, Text } from '@mantine/core'
import { strings } from '#i18n/turn.ts'
import { useNames } from '../../api/lookups.ts'
import { Timestamp } from '../Timestamp.tsx'
import { TurnDetails } from './TurnDetails.tsx'
import { describePlaybooks, sumTokens, type TurnExplanation } from './turn-explanation.ts'

/** Explains why the agent answered as it did, from the turn record. */
export function TurnInspector({ turn }: { turn: TurnExplanation }) {
  const { at, input, inspection, warnings } = turn
  return (
    <Stack gap="sm">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {input ? `“${input.text}”` : strings.agentStarted}
      </Text>
      <Group gap={6}>
        <Text size="sm" className="quiet">
          <Timestamp at={at} />
        </Text>
        {inspection && <TurnCost inspection={inspection} />}
      </Group>
      <Facts turn={turn} />
      {!inspection && (
        <Text size="sm" className="quiet">
          {[...warnings, strings.unexplained].join(' ')}
        </Text>
      )}
      <TurnDetails key={turn.id} turn={turn} />
    </Stack>
  )
}

function TurnCost({ inspection }: { inspection: NonNullable<TurnExplanation['inspection']> }) {
  const spent = [
    strings.milliseconds(inspection.milliseconds),
    strings.modelCount(inspection.modelCalls.length),
    strings.tokenCount(sumTokens(inspection)),
    strings.toolCount(inspection.toolCalls.length),
  ]
  return spent.map((text) => (
    <Badge key={text} variant="default" tt="none" fw={500}>
      {text}
    </Badge>
  ))
}

function Facts({ turn }: { turn: TurnExplanation }) {
  const { goalId, outreachId, goalsReached = [], outcomes = [], optedOut, flow } = turn.inspection ?? {}
  const [playbook, goal, outreach] = [useNames('playbooks'), useNames('goals'), useNames('outreach')]
  const facts = [
    [strings.facts.playbook, describePlaybooks(turn).map(playbook).join(' → ') || strings.none],
    [strings.facts.flow, flow && strings.flowAt(flow.step)],
    [strings.facts.goal, goalId && goal(goalId)],
    [strings.facts.outreach, outreachId && outreach(outreachId)],
    [strings.facts.goalsReached, goalsReached.map(goal).join(', ')],
    [strings.facts.outcomes, outcomes.join(', ')],
    [strings.facts.optedOut, optedOut && strings.optedOut],
  ] as const
  return <DescriptionList facts={facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))} />
}

/** Name and value pairs, one below the other. */
export function DescriptionList({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl style={{ display: 'grid', gridTemplateColumns: 'minmax(6rem, auto) 1fr', gap: '4px 12px', margin: 0 }}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <Text component="dt" size="sm" className="quiet">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  )
}
