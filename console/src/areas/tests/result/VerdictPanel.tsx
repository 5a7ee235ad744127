import { Alert, Card, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { words } from '#words/tests.ts'
import { Fact } from '../runs/RunFacts.tsx'
import type { Result } from '../shared/reads.ts'
import { checkSaid } from './check-said.ts'

const { result: said, run } = words

/** What held and what did not, the reasons of the judge, what was noted, what it cost. */
export function VerdictPanel({ result }: { result: Result }) {
  const { error, checks = [], judge, effects = [], usage } = result
  return (
    <Stack>
      {error && (
        <Alert color="orange" title={said.error}>
          {said.stages[error.stage] ?? error.stage}. {error.message}
        </Alert>
      )}
      {checks.length > 0 && (
        <Part title={said.checks}>
          {checks.map(({ key, pass, detail }) => (
            <Verdict
              key={key}
              pass={pass}
              says={pass ? said.held : said.broken}
              name={checkSaid(key)}
              reason={detail}
            />
          ))}
        </Part>
      )}
      {judge && <Judged judge={judge} />}
      {effects.length > 0 && (
        <Part title={said.effects}>
          <List size="sm">
            {effects.map(({ kind, summary, at }) => (
              <List.Item key={`${kind} ${at} ${summary}`}>{summary}</List.Item>
            ))}
          </List>
        </Part>
      )}
      {usage && <Usage usage={usage} />}
    </Stack>
  )
}

function Judged({ judge }: { judge: NonNullable<Result['judge']> }) {
  return (
    <Part title={said.criteria}>
      <Text size="sm">{judge.summary}</Text>
      {judge.criteria.map(({ id, pass, reason, evidence }) => (
        <Verdict
          key={id}
          pass={pass}
          says={pass ? said.met : said.unmet}
          name={id}
          reason={reason}
          more={evidence && said.evidence(evidence)}
        />
      ))}
      <Text size="xs" className="quiet">
        {said.judged(judge.model)}
      </Text>
    </Part>
  )
}

type VerdictGiven = { pass: boolean; says: string; name: string; reason: string; more?: string }

function Verdict({ pass, says, name, reason, more }: VerdictGiven) {
  const Icon = pass ? IconCircleCheck : IconCircleX
  const colour = pass ? 'green' : 'red'
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Text c={`light-dark(var(--mantine-color-${colour}-9), var(--mantine-color-${colour}-4))`} lh={1} mt={2}>
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

function Usage({ usage }: { usage: NonNullable<Result['usage']> }) {
  return (
    <Part title={said.usage}>
      <SimpleGrid cols={3}>
        <Fact label={said.units}>{usage.units}</Fact>
        <Fact label={said.agentTokens}>{run.tokensOf(usage.agent.inputTokens, usage.agent.outputTokens)}</Fact>
        {usage.judge && (
          <Fact label={said.judgeTokens}>{run.tokensOf(usage.judge.inputTokens, usage.judge.outputTokens)}</Fact>
        )}
      </SimpleGrid>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
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
