import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { estimateOf } from '@parley/testcase'
import { useMemo } from 'react'
import { words } from '#words/tests.ts'
import { useAgent } from '../../../app/org.ts'
import { FindingLine } from '../../../parts/Findings.tsx'
import { Handset } from '../../../parts/handset/Handset.tsx'
import { Fact } from '../runs/RunFacts.tsx'
import { type Draft, listAt, numberAt } from './draft.ts'
import { useEditing } from './editing.ts'
import { scriptOf } from './script.ts'
import type { Preview } from './usePreview.ts'

const { preview: said } = words

/** Beside the editor: what lint says, what the first turn sees, what it costs. */
export function PreviewPanel({ preview }: { preview: Preview | undefined }) {
  return (
    <Stack>
      <Lint />
      <Card withBorder component="section" aria-label={said.title}>
        <Stack gap="sm">
          <div>
            <Title order={2} size="h5">
              {said.title}
            </Title>
            <Text size="sm" className="quiet">
              {said.hint}
            </Text>
          </div>
          <Cost />
          {preview && <Seen preview={preview} />}
          <Script preview={preview} />
        </Stack>
      </Card>
    </Stack>
  )
}

function Lint() {
  const { findings } = useEditing()
  return (
    <Card withBorder component="section" aria-label={said.lint}>
      <Stack gap={6}>
        <Title order={2} size="h5">
          {said.lint}
        </Title>
        {findings.length === 0 && <Text size="sm">{said.clean}</Text>}
        {findings.map((finding) => (
          <div key={`${finding.path} ${finding.code}`}>
            <Text size="xs" ff="monospace" className="quiet">
              {finding.path}
            </Text>
            <FindingLine finding={finding} />
          </div>
        ))}
      </Stack>
    </Card>
  )
}

function Cost() {
  const { draft } = useEditing()
  const judged = listAt(draft, ['expect', 'judge', 'criteria']).length > 0
  const turns = listAt(draft, ['turns']) as string[]
  const expect = judged ? { judge: { criteria: [{ id: 'any', text: '' }] } } : {}
  const { units } = estimateOf({ turns, expect })
  const samples = numberAt(draft, ['samples']) ?? 1
  return <Fact label={words.case.estimate}>{words.case.units(units, samples)}</Fact>
}

function Seen({ preview: { brief, resolved } }: { preview: Preview }) {
  const { known } = useEditing()
  const { startingPlaybook, likelyTimezone, productInterest, representative, greetingOnly } = resolved
  const playbook = known.playbooks.find(({ id }) => id === startingPlaybook)
  const product = productInterest && (productInterest.display ?? productInterest.mapped ?? productInterest.raw)
  return (
    <SimpleGrid cols={2} spacing="xs">
      <Fact label={said.begins}>{playbook?.name ?? startingPlaybook ?? said.noPlaybook}</Fact>
      <Fact label={said.channel}>{words.channels[brief.channel] ?? brief.channel}</Fact>
      <Fact label={said.date}>{brief.currentDate}</Fact>
      {likelyTimezone && <Fact label={said.zone}>{likelyTimezone}</Fact>}
      {product && <Fact label={said.product}>{product}</Fact>}
      {representative && <Fact label={said.representative}>{representative.name}</Fact>}
      {brief.person && <Fact label={said.person}>{listed(brief.person)}</Fact>}
      {brief.formData && <Fact label={said.form}>{listed(brief.formData)}</Fact>}
      {greetingOnly && <Text size="sm">{said.greetingOnly}</Text>}
    </SimpleGrid>
  )
}

const listed = (values: Draft): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ')

function Script({ preview }: { preview: Preview | undefined }) {
  const agent = useAgent()
  const { draft } = useEditing()
  const bubbles = useMemo(() => scriptOf(draft, preview), [draft, preview])
  return (
    <Handset
      title={agent.name}
      channel={preview?.brief.channel ?? 'rcs'}
      bubbles={bubbles}
      label={said.script}
      hint={said.waiting}
      height="26rem"
    />
  )
}
