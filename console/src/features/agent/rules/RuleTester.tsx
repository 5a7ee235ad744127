import { Alert, Code, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconCheck, IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/agent.ts'
import { findRuleMatches, type RuleForm, type RuleMatch } from './rules-form.ts'

const { rules: texts } = strings

/** Tests a reply against the unsaved rules in the form. */
export default function RuleTester({ rules }: { rules: readonly RuleForm[] }) {
  const [reply, setReply] = useState('')
  const matches = reply.trim() === '' ? [] : findRuleMatches(reply, rules)
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.tryTitle}>
      <Stack gap="sm">
        <Title order={3} size="h5">
          {texts.tryTitle}
        </Title>
        <Textarea
          label={texts.tryLabel}
          description={texts.tryHelp}
          autosize
          minRows={2}
          value={reply}
          onChange={(event) => setReply(event.currentTarget.value)}
        />
        <Stack gap="xs" role="status">
          {reply.trim() !== '' && matches.length === 0 && (
            <Alert color="green" icon={<IconCheck aria-hidden />}>
              {texts.passes}
            </Alert>
          )}
          {matches.map((match) => (
            <BrokenRules key={match.id} match={match} />
          ))}
        </Stack>
      </Stack>
    </Paper>
  )
}

function BrokenRules({ match: { text, pattern, onMatch, replacement } }: { match: RuleMatch }) {
  const then = onMatch === 'retry' ? texts.thenRetry : texts.thenBlock
  return (
    <Alert color="red" icon={<IconHandStop aria-hidden />} title={text || texts.unnamed}>
      <Group gap={6}>
        <Text size="sm">{texts.found}</Text>
        <Code>{pattern}</Code>
      </Group>
      <Text size="sm">{replacement ? texts.thenInstead(then, replacement) : then}</Text>
    </Alert>
  )
}
