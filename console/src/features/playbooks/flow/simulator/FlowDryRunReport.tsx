import { List, Stack, Text } from '@mantine/core'
import type { DryRun } from '@parley/flow'
import { strings } from '#i18n/flow.ts'

const { trial: texts } = strings

export function FlowDryRunReport({ run: { reachedEnd, outcome, stuckAt, turns, toolCalls } }: { run: DryRun }) {
  const ending = reachedEnd ? (outcome ? texts.reachedWith(outcome) : texts.reached) : texts.stuck(stuckAt ?? '')
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {ending}
      </Text>
      <List listStyleType="none" size="sm" spacing={4}>
        {turns.map(({ person, agent }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only their order identifies turns
          <List.Item key={at}>
            <DryRunLine who={texts.person} text={person} />
            {agent.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies lines
              <DryRunLine key={index} who={texts.agent} text={text} />
            ))}
          </List.Item>
        ))}
      </List>
      {toolCalls.length > 0 && (
        <Text size="sm">
          {texts.tools}: {toolCalls.join(', ')}
        </Text>
      )}
    </Stack>
  )
}

function DryRunLine({ who, text }: { who: string; text: string }) {
  return (
    <div>
      <Text span size="sm" className="quiet" mr={6}>
        {who}
      </Text>
      {text}
    </div>
  )
}
