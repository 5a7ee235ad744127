import { Alert, Code, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconCheck, IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '#words/agent.ts'
import type { RuleForm } from './form.ts'
import { matchesIn, type RuleMatch } from './matches.ts'

const { rules: said } = words

/** What the rules, as they stand in the form, would say to a reply. */
export default function TryText({ rules }: { rules: readonly RuleForm[] }) {
  const [reply, setReply] = useState('')
  const matches = reply.trim() === '' ? [] : matchesIn(reply, rules)
  return (
    <Paper withBorder p="md" component="section" aria-label={said.tryTitle}>
      <Stack gap="sm">
        <Title order={3} size="h5">
          {said.tryTitle}
        </Title>
        <Textarea
          label={said.tryLabel}
          description={said.tryHelp}
          autosize
          minRows={2}
          value={reply}
          onChange={(event) => setReply(event.currentTarget.value)}
        />
        <Stack gap="xs" role="status">
          {reply.trim() !== '' && matches.length === 0 && (
            <Alert color="green" icon={<IconCheck aria-hidden />}>
              {said.passes}
            </Alert>
          )}
          {matches.map((match) => (
            <Broken key={match.id} match={match} />
          ))}
        </Stack>
      </Stack>
    </Paper>
  )
}

function Broken({ match: { text, pattern, onMatch, replacement } }: { match: RuleMatch }) {
  const then = onMatch === 'retry' ? said.thenRetry : said.thenBlock
  return (
    <Alert color="red" icon={<IconHandStop aria-hidden />} title={text || said.unnamed}>
      <Group gap={6}>
        <Text size="sm">{said.found}</Text>
        <Code>{pattern}</Code>
      </Group>
      <Text size="sm">{replacement ? said.thenInstead(then, replacement) : then}</Text>
    </Alert>
  )
}
