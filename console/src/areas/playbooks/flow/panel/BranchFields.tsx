import { ActionIcon, Autocomplete, Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { type BranchStep, parseCondition } from '@parley/definition'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { words } from '#words/playbooks.ts'
import { connected, disconnected } from '../model/edits.ts'
import { edgesOf, type Port } from '../model/graph.ts'
import { summaryOf } from '../model/summary.ts'
import type { Studio } from '../useStudio.ts'
import type { FieldsGiven } from './StepPanel.tsx'

const { step: said } = words

export function BranchFields({ studio, step, change }: FieldsGiven<'branch'>) {
  const { document } = studio
  const { graph } = document
  const key = graph.nodes.find((node) => node.step === step)?.key ?? ''
  const first = graph.nodes[0]
  const add = () => {
    const grown = {
      ...step,
      branch: [...step.branch, { if: 'last.ok', goto: step.branch.at(-1)?.goto ?? first?.step.id ?? 'next' }],
    }
    change(grown)
  }
  return (
    <Stack gap="xs">
      <Text size="sm" className="quiet">
        {said.casesHint}
      </Text>
      {step.branch.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cases are told apart by their place alone
        <Case key={at} studio={studio} step={step} at={at} nodeKey={key} change={change} />
      ))}
      <Button size="xs" variant="subtle" w="fit-content" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        {said.addCase}
      </Button>
      <Target
        studio={studio}
        nodeKey={key}
        port="else"
        label={said.otherwise}
        written={step.else}
        onNone={() => document.edit(disconnected(graph, key, 'else'))}
      />
    </Stack>
  )
}

type CaseGiven = FieldsGiven<'branch'> & { at: number; nodeKey: string }

function Case({ studio, step, at, nodeKey, change }: CaseGiven) {
  const { document } = studio
  const one = step.branch[at] as BranchStep['branch'][number]
  const parsed = parseCondition(one.if)
  const port: Port = `case:${at}`
  return (
    <Paper withBorder p="xs">
      <Stack gap="xs">
        <Group align="flex-end" wrap="nowrap" gap="xs">
          <Autocomplete
            style={{ flex: 1 }}
            label={said.condition(at + 1)}
            description={at === 0 ? said.conditionHint : undefined}
            data={suggestedFor(studio)}
            value={one.if}
            error={parsed.ok ? undefined : said.conditionAt(parsed.column, parsed.message)}
            onChange={(condition) => change({ ...step, branch: step.branch.with(at, { ...one, if: condition }) })}
          />
          <ActionIcon
            variant="subtle"
            mb={4}
            aria-label={said.removeCase(at + 1)}
            disabled={step.branch.length < 2}
            onClick={() => document.edit(disconnected(document.graph, nodeKey, port))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
        <Target studio={studio} nodeKey={nodeKey} port={port} label={said.target(at + 1)} written={one.goto} />
      </Stack>
    </Paper>
  )
}

const suggestedFor = ({ document }: Studio): string[] => [
  'last.ok',
  ...document.graph.head.slots.map(({ name, type }) => (type === 'boolean' ? name : `${name} exists`)),
]

type TargetGiven = {
  studio: Studio
  nodeKey: string
  port: Port
  label: string
  written: string | undefined
  /** What choosing nothing does; without it, something is chosen always. */
  onNone?: () => void
}

/** Any step can be gone to: it gets an id when it has none. */
function Target({ studio, nodeKey, port, label, written, onNone }: TargetGiven) {
  const { document, nameOf } = studio
  const { graph } = document
  const steps = graph.nodes.map(({ key, step }, at) => ({
    value: key,
    label: said.stepOf(at + 1, summaryOf(step, nameOf).slice(0, 60)),
  }))
  const led = edgesOf(graph).find((edge) => edge.from === nodeKey && edge.port === port)?.to
  const lost = written !== undefined && led === undefined ? [{ value: `lost ${written}`, label: written }] : []
  return (
    <Select
      label={label}
      placeholder={onNone && said.otherwiseBelow}
      data={[...steps, ...lost]}
      value={led ?? lost[0]?.value ?? null}
      clearable={onNone !== undefined}
      allowDeselect={false}
      searchable
      onChange={(to) => {
        if (to === null) onNone?.()
        else if (graph.nodes.some(({ key }) => key === to)) document.edit(connected(graph, nodeKey, port, to))
      }}
    />
  )
}
