import { Badge, Group, Stack, Text } from '@mantine/core'
import { words } from '#words/turn.ts'
import { useNames } from '../../api/names.ts'
import { When } from '../When.tsx'
import { type Explained, playbooksOf, tokensOf } from './explained.ts'
import { TurnParts } from './TurnParts.tsx'

/** Why the agent answered as it did: all that the turn record tells. */
export function TurnInspector({ turn }: { turn: Explained }) {
  const { at, input, inspection, warnings } = turn
  return (
    <Stack gap="sm">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {input ? `“${input.text}”` : words.byItself}
      </Text>
      <Group gap={6}>
        <Text size="sm" className="quiet">
          <When at={at} />
        </Text>
        {inspection && <Spent inspection={inspection} />}
      </Group>
      <Facts turn={turn} />
      {!inspection && (
        <Text size="sm" className="quiet">
          {[...warnings, words.unexplained].join(' ')}
        </Text>
      )}
      <TurnParts key={turn.id} turn={turn} />
    </Stack>
  )
}

function Spent({ inspection }: { inspection: NonNullable<Explained['inspection']> }) {
  const spent = [
    words.milliseconds(inspection.milliseconds),
    words.modelCount(inspection.modelCalls.length),
    words.tokenCount(tokensOf(inspection)),
    words.toolCount(inspection.toolCalls.length),
  ]
  return spent.map((text) => (
    <Badge key={text} variant="default" tt="none" fw={500}>
      {text}
    </Badge>
  ))
}

function Facts({ turn }: { turn: Explained }) {
  const { goalId, outreachId, goalsReached = [], outcomes = [], optedOut, flow } = turn.inspection ?? {}
  const [playbook, goal, outreach] = [useNames('playbooks'), useNames('goals'), useNames('outreach')]
  const facts = [
    [words.facts.playbook, playbooksOf(turn).map(playbook).join(' → ') || words.none],
    [words.facts.flow, flow && words.flowAt(flow.step)],
    [words.facts.goal, goalId && goal(goalId)],
    [words.facts.outreach, outreachId && outreach(outreachId)],
    [words.facts.goalsReached, goalsReached.map(goal).join(', ')],
    [words.facts.outcomes, outcomes.join(', ')],
    [words.facts.optedOut, optedOut && words.optedOut],
  ] as const
  return <FactList facts={facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))} />
}

/** Names and values, one below the other. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
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
