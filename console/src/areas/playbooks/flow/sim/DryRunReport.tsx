import { List, Stack, Text } from '@mantine/core'
import type { DryRun } from '@parley/flow'
import { words } from '#words/playbooks.ts'

const { trial: said } = words

/** How a flow went that was played with made-up answers, as a conversation. */
export function DryRunReport({ run: { reachedEnd, outcome, stuckAt, turns, toolCalls } }: { run: DryRun }) {
  const ending = reachedEnd ? (outcome ? said.reachedWith(outcome) : said.reached) : said.stuck(stuckAt ?? '')
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {ending}
      </Text>
      <List listStyleType="none" size="sm" spacing={4}>
        {turns.map(({ person, agent }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are told apart by their order alone
          <List.Item key={at}>
            <Line who={said.person} text={person} />
            {agent.map((text, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: so are their lines
              <Line key={place} who={said.agent} text={text} />
            ))}
          </List.Item>
        ))}
      </List>
      {toolCalls.length > 0 && (
        <Text size="sm">
          {said.tools}: {toolCalls.join(', ')}
        </Text>
      )}
    </Stack>
  )
}

function Line({ who, text }: { who: string; text: string }) {
  return (
    <div>
      <Text span size="sm" className="quiet" mr={6}>
        {who}
      </Text>
      {text}
    </div>
  )
}
