import { ActionIcon, Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import type { BranchStep } from '@parley/definition'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { strings } from '#i18n/flow.ts'
import { firstCondition } from '../model/condition-form.ts'
import { type EdgePort, flowEdgesOf, summarizeStep } from '../model/flow-graph.ts'
import { addBranchTarget, connectSteps, disconnectPort } from '../model/graph-edits.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import { ConditionFields } from './ConditionFields.tsx'
import type { StepFieldsProps } from './StepPanel.tsx'

const { step: texts } = strings

export function BranchStepFields({ studio, step, change }: StepFieldsProps<'branch'>) {
  const { document, readOnly } = studio
  const { graph } = document
  const key = graph.nodes.find((node) => node.step === step)?.key ?? ''
  const first = graph.nodes[0]
  const add = () => {
    const goto = step.branch.at(-1)?.goto ?? first?.step.id ?? 'next'
    change({ ...step, branch: [...step.branch, { if: firstCondition(graph.head.slots), goto }] })
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
      {!readOnly && (
        <Button
          size="xs"
          variant="subtle"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          {texts.addCase}
        </Button>
      )}
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
  const { document, readOnly } = studio
  const one = step.branch[at] as BranchStep['branch'][number]
  const port: EdgePort = `case:${at}`
  return (
    <Paper withBorder p="xs">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm" fw={600}>
            {texts.caseTitle(at + 1)}
          </Text>
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              aria-label={texts.removeCase(at + 1)}
              disabled={step.branch.length < 2}
              onClick={() => document.edit(disconnectPort(document.graph, nodeKey, port))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        <ConditionFields
          studio={studio}
          number={at + 1}
          source={one.if}
          change={(condition) => change({ ...step, branch: step.branch.with(at, { ...one, if: condition }) })}
        />
        <Target studio={studio} nodeKey={nodeKey} port={port} label={texts.target(at + 1)} written={one.goto} />
      </Stack>
    </Paper>
  )
}

type TargetProps = {
  studio: FlowEditorState
  nodeKey: string
  port: EdgePort
  label: string
  written: string | undefined
  /** Called when the target is cleared; without it, a target is required. */
  onNone?: () => void
}

const newTargets = ['say', 'end'] as const
const newTarget = 'new '

/** Any step can be a target, also one that does not exist yet: a step without an id gets one. */
function Target({ studio, nodeKey, port, label, written, onNone }: TargetProps) {
  const { document, nameOf } = studio
  const { graph } = document
  const steps = graph.nodes.map(({ key, step }, at) => ({
    value: key,
    label: texts.stepOf(at + 1, summarizeStep(step, nameOf).slice(0, 60)),
  }))
  const led = flowEdgesOf(graph).find((edge) => edge.from === nodeKey && edge.port === port)?.to
  const lost = written !== undefined && led === undefined ? [{ value: `lost ${written}`, label: written }] : []
  const choose = (to: string | null) => {
    if (to === null) return onNone?.()
    const kind = newTargets.find((one) => to === `${newTarget}${one}`)
    if (kind) document.edit(addBranchTarget(graph, nodeKey, port, kind).graph)
    else if (graph.nodes.some(({ key }) => key === to)) document.edit(connectSteps(graph, nodeKey, port, to))
  }
  return (
    <Select
      label={label}
      placeholder={onNone && texts.otherwiseBelow}
      data={[
        { group: texts.existingSteps, items: [...steps, ...lost] },
        {
          group: texts.newStep,
          items: newTargets.map((kind) => ({ value: `${newTarget}${kind}`, label: texts.newTargets[kind] })),
        },
      ]}
      value={led ?? lost[0]?.value ?? null}
      clearable={onNone !== undefined}
      allowDeselect={false}
      searchable
      onChange={choose}
    />
  )
}
