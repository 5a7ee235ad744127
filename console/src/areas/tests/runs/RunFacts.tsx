import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '#words/tests.ts'
import { When } from '../../../parts/When.tsx'
import type { Run } from '../shared/reads.ts'

const { run: said, runs } = words

/** What it was of, and with: whatever may explain another outcome. */
export function RunFacts({ run }: { run: Run }) {
  const { attribution, estimate, usage, requestedBy } = run
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="sm">
        {said.about}
      </Title>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Fact label={said.facts.by}>{runs.vias[requestedBy.via] ?? requestedBy.via}</Fact>
        <Fact label={said.facts.model}>{modelName(attribution.llm)}</Fact>
        <Fact label={said.facts.judge}>{attribution.judge.model}</Fact>
        <Fact label={said.facts.build}>{attribution.runtimeBuild}</Fact>
        <Fact label={said.facts.definition}>
          <When at={attribution.definitionUpdatedAt} />
        </Fact>
        <Fact label={said.facts.estimate}>{said.units2(estimate.units)}</Fact>
        <Fact label={said.facts.used}>{said.units2(usage.units)}</Fact>
        <Fact label={said.facts.tokens}>{said.tokensOf(usage.inputTokens, usage.outputTokens)}</Fact>
      </SimpleGrid>
    </Card>
  )
}

const modelName = ({ provider, model }: Run['attribution']['llm']): string =>
  provider === model ? model : `${provider}:${model}`

export function Fact({ label, children }: { label: string; children: ReactNode }) {
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
