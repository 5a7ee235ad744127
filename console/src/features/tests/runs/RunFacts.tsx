import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { strings } from '#i18n/test-runs.ts'
import { Timestamp } from '../../../components/Timestamp.tsx'
import type { TestRun } from '../shared/test-data.ts'

const { run: texts, runs } = strings

/** The selection and configuration of a run: anything that may explain a different outcome. */
export function RunFacts({ run }: { run: TestRun }) {
  const { attribution, estimate, usage, requestedBy } = run
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="sm">
        {texts.about}
      </Title>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <RunFact label={texts.facts.by}>{runs.vias[requestedBy.via] ?? requestedBy.via}</RunFact>
        <RunFact label={texts.facts.model}>{modelName(attribution.llm)}</RunFact>
        <RunFact label={texts.facts.judge}>{attribution.judge.model}</RunFact>
        <RunFact label={texts.facts.build}>{attribution.runtimeBuild}</RunFact>
        <RunFact label={texts.facts.definition}>
          <Timestamp at={attribution.definitionUpdatedAt} />
        </RunFact>
        <RunFact label={texts.facts.estimate}>{texts.units2(estimate.units)}</RunFact>
        <RunFact label={texts.facts.used}>{texts.units2(usage.units)}</RunFact>
        <RunFact label={texts.facts.tokens}>{texts.tokensOf(usage.inputTokens, usage.outputTokens)}</RunFact>
      </SimpleGrid>
    </Card>
  )
}

const modelName = ({ provider, model }: TestRun['attribution']['llm']): string =>
  provider === model ? model : `${provider}:${model}`

export function RunFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Text size="xs" className="quiet">
        {label}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </Stack>
  )
}
