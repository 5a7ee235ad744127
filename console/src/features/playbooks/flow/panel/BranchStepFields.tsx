import { ActionIcon, Autocomplete, Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { type BranchStep, parseCondition } from '@parley/definition'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { strings } from '#i18n/playbooks.ts'
import { type EdgePort, flowEdgesOf, summarizeStep } from '../model/flow-graph.ts'
import { connectSteps, disconnectPort } from '../model/graph-edits.ts'

import type { FlowEditorState } from '../useFlowEditor.ts'
import type { StepFieldsProps } from './StepPanel.tsx'

const { step: texts } = strings

export function BranchStepFields({ studio, step, change }: StepFieldsProps<'branch'>) {
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
        {texts.casesHint}
      </Text>
      {step.branch.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies cases
        <Case key={at} studio={studio} step={step} at={at} nodeKey={key} change={change} />
      ))}
      <Button size="xs" variant="subtle" w="fit-content" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        {texts.addCase}
      </Button>
      <Target
        studio={studio}
        nodeKey={key}
        port="else"
        label={texts.otherwise}
        written={step.else}
        onNone={() => document.edit(disconnectPort(graph, key, 'else'))}
      />
    </Stack>
  )
}

type CaseProps = StepFieldsProps<'branch'> & { at: number; nodeKey: string }

function Case({ studio, step, at, nodeKey, change }: CaseProps) {
  const { document } = studio
  const one = step.branch[at] as BranchStep['branch'][number]
  const parsed = parseCondition(one.if)
  const port: EdgePort = `case:${at}`
  return (
    <Paper withBorder p="xs">
      <Stack gap="xs">
        <Group align="flex-end" wrap="nowrap" gap="xs">
          <Autocomplete
            style={{ flex: 1 }}
            label={texts.condition(at + 1)}
            description={at === 0 ? texts.conditionHint : undefined}
            data={suggestConditions(studio)}
            value={one.if}
            error={parsed.ok ? undefined : texts.conditionAt(parsed.column, parsed.message)}
            onChange={(condition) => change({ ...step, branch: step.branch.with(at, { ...one, if: condition }) })}
          />
          <ActionIcon
            variant="subtle"
            mb={4}
            aria-label={texts.removeCase(at + 1)}
            disabled={step.branch.length < 2}
            onClick={() => document.edit(disconnectPort(document.graph, nodeKey, port))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
        <Target studio={studio} nodeKey={nodeKey} port={port} label={texts.target(at + 1)} written={one.goto} />
      </Stack>
    </Paper>
  )
}

const suggestConditions = ({ document }: FlowEditorState): string[] => [
  'last.ok',
  ...document.graph.head.slots.map(({ name, type }) => (type === 'boolean' ? name : `${name} exists`)),
]

type TargetProps = {
  studio: FlowEditorState
  nodeKey: string
  port: EdgePort
  label: string
  written: string | undefined
  /** Called when the target is cleared; without it, a target is required. */
  onNone?: () => void
}

/** Any step can be a target: a step without an id gets one. */
function Target({ studio, nodeKey, port, label, written, onNone }: TargetProps) {
  const { document, nameOf } = studio
  const { graph } = document
  const steps = graph.nodes.map(({ key, step }, at) => ({
    value: key,
    label: texts.stepOf(at + 1, summarizeStep(step, nameOf).slice(0, 60)),
  }))
  const led = flowEdgesOf(graph).find((edge) => edge.from === nodeKey && edge.port === port)?.to
  const lost = written !== undefined && led === undefined ? [{ value: `lost ${written}`, label: written }] : []
  return (
    <Select
      label={label}
      placeholder={onNone && texts.otherwiseBelow}
      data={[...steps, ...lost]}
      value={led ?? lost[0]?.value ?? null}
      clearable={onNone !== undefined}
      allowDeselect={false}
      searchable
      onChange={(to) => {
        if (to === null) onNone?.()
        else if (graph.nodes.some(({ key }) => key === to)) document.edit(connectSteps(graph, nodeKey, port, to))
      }}
    />
  )
}
