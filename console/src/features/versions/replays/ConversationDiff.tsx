import { Group, Stack, Table, Text } from '@mantine/core'
import { strings } from '#i18n/versions.ts'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { TextDiff } from '../changes/TextDiff.tsx'
import type { ReplayedConversation } from './replay-data.ts'

const { replays: texts } = strings

type Props = {
  conversation: ReplayedConversation
  /** Leaves out the turns that were answered the same. */
  onlyChanged?: boolean
}

/** What a person said, and the answers of then and now. */
export function ConversationDiff({ conversation: { sessionId, turns }, onlyChanged = false }: Props) {
  const rows = onlyChanged ? turns.filter(({ verdict }) => verdict !== 'same') : turns
  return (
    <Table.ScrollContainer minWidth={280}>
      <Table aria-label={texts.conversation(sessionId)} verticalSpacing={4} style={{ tableLayout: 'fixed' }}>
        <Table.Tbody>
          {rows.map((turn, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns have no id
            <Table.Tr key={at}>
              <Table.Td>
                <Stack gap={4}>
                  <Text size="sm" fw={600}>
                    {turn.said}
                  </Text>
                  <TurnAnswers turn={turn} />
                </Stack>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function TurnAnswers({
  turn: { before, after, verdict, why, error },
}: {
  turn: ReplayedConversation['turns'][number]
}) {
  return (
    <>
      <TextDiff before={before.text || texts.silent} after={after.text || texts.silent} />
      <ToolNames before={before.tools} after={after.tools} />
      <Group gap={6}>
        {verdict !== 'same' && <StatusBadge status={verdict} label={texts.verdicts[verdict]} />}
        {why.length > 0 && (
          <Text size="xs" className="quiet">
            {texts.differs} {why.map((reason) => texts.why[reason]).join(', ')}
          </Text>
        )}
        {error !== undefined && <Text size="xs">{error}</Text>}
      </Group>
    </>
  )
}

function ToolNames({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  if (before.length + after.length === 0) return null
  return <TextDiff before={texts.tools(before.join(', '))} after={texts.tools(after.join(', '))} />
}
