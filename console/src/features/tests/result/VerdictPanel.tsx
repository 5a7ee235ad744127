import { Alert, Card, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { strings } from '#i18n/test-runs.ts'
import { RunFact } from '../runs/RunFacts.tsx'
import type { TestResult } from '../shared/test-data.ts'
import { formatCheckName } from './format-check-name.ts'

const { result: texts, run } = strings

/** Passed and failed checks, the judge's reasons, notes and cost. */
export function VerdictPanel({ result }: { result: TestResult }) {
  const { error, checks = [], judge, effects = [], usage } = result
  return (
    <Stack>
      {error && (
        <Alert color="orange" title={texts.error}>
          {texts.stages[error.stage] ?? error.stage}. {error.message}
        </Alert>
      )}
      {checks.length > 0 && (
        <PanelPart title={texts.checks}>
          {checks.map(({ key, pass, detail }) => (
            <Verdict
              key={key}
              pass={pass}
              says={pass ? texts.checkPassed : texts.checkFailed}
              name={formatCheckName(key)}
              reason={detail}
            />
          ))}
        </PanelPart>
      )}
      {judge && <Judged judge={judge} />}
      {effects.length > 0 && (
        <PanelPart title={texts.effects}>
          <List size="sm">
            {effects.map(({ kind, summary, at }) => (
              <List.Item key={`${kind} ${at} ${summary}`}>{summary}</List.Item>
            ))}
          </List>
        </PanelPart>
      )}
      {usage && <Usage usage={usage} />}
    </Stack>
  )
}

function Judged({ judge }: { judge: NonNullable<TestResult['judge']> }) {
  return (
    <PanelPart title={texts.criteria}>
      <Text size="sm">{judge.summary}</Text>
      {judge.criteria.map(({ id, pass, reason, evidence }) => (
        <Verdict
          key={id}
          pass={pass}
          says={pass ? texts.met : texts.unmet}
          name={id}
          reason={reason}
          more={evidence && texts.evidence(evidence)}
        />
      ))}
      <Text size="xs" className="quiet">
        {texts.judged(judge.model)}
      </Text>
    </PanelPart>
  )
}

type VerdictProps = { pass: boolean; says: string; name: string; reason: string; more?: string }

function Verdict({ pass, says, name, reason, more }: VerdictProps) {
  const Icon = pass ? IconCircleCheck : IconCircleX
  const color = pass ? 'green' : 'red'
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Text c={`light-dark(var(--mantine-color-${color}-9), var(--mantine-color-${color}-4))`} lh={1} mt={2}>
        <Icon size={18} aria-label={says} />
      </Text>
      <Stack gap={0}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm">{reason}</Text>
        {more && (
          <Text size="sm" className="quiet">
            {more}
          </Text>
        )}
      </Stack>
    </Group>
  )
}

function Usage({ usage }: { usage: NonNullable<TestResult['usage']> }) {
  return (
    <PanelPart title={texts.usage}>
      <SimpleGrid cols={3}>
        <RunFact label={texts.units}>{usage.units}</RunFact>
        <RunFact label={texts.agentTokens}>{run.tokensOf(usage.agent.inputTokens, usage.agent.outputTokens)}</RunFact>
        {usage.judge && (
          <RunFact label={texts.judgeTokens}>{run.tokensOf(usage.judge.inputTokens, usage.judge.outputTokens)}</RunFact>
        )}
      </SimpleGrid>
    </PanelPart>
  )
}

function PanelPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  )
}
