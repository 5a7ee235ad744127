import { ActionIcon, Button, Fieldset, Group, Stack, TextInput, Title } from '@mantine/core'
import type { FlowStep } from '@parley/definition'
import { IconArrowDown, IconArrowUp, IconTrash, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { strings } from '#i18n/flow.ts'
import { FindingItem } from '../../../../components/Findings.tsx'
import { AddStep } from '../FlowToolbar.tsx'
import { groupFindingsByStep } from '../model/flow-draft.ts'
import { type FlowNode, stepKeyOf } from '../model/flow-graph.ts'
import { moveStep, replaceStep } from '../model/graph-edits.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import { ActionStepFields } from './ActionStepFields.tsx'
import { BranchStepFields } from './BranchStepFields.tsx'
import { CollectStepFields } from './CollectStepFields.tsx'
import { SayStepFields } from './SayStepFields.tsx'
import { CallStepFields, EndStepFields, HandoffStepFields } from './TransferStepFields.tsx'

const { step: texts, flow } = strings

type Props = { studio: FlowEditorState; node: FlowNode; at: number }
export type StepFieldsProps<Kind extends string> = {
  studio: FlowEditorState
  step: Extract<FlowStep, Record<Kind, unknown>>
  change: (step: FlowStep) => void
}

/** The form of one step, next to the graph. Changes apply to the flow at once. */
export function StepPanel({ studio, node: { key, step }, at }: Props) {
  const { document, readOnly, findings, close } = studio
  const heading = useFocusOnOpen(studio)
  const change = (next: FlowStep) => document.edit(replaceStep(document.graph, key, next), `step ${key}`)
  const own = groupFindingsByStep(findings).get(at) ?? []
  const title = flow.stepTitle(at + 1, flow.kinds[stepKeyOf(step)])
  return (
    <Stack component="section" aria-label={title} onKeyDown={(event) => leaveOnEscape(event, key)}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h5" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <ActionIcon variant="subtle" aria-label={flow.closeStep} onClick={close}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {own.length > 0 && (
        <Stack gap={2} role="status">
          {own.map((finding) => (
            <FindingItem key={`${finding.path} ${finding.code}`} finding={finding} />
          ))}
        </Stack>
      )}
      <Fieldset variant="unstyled" disabled={readOnly} style={{ minWidth: 0 }}>
        <Stack>
          <KindFields studio={studio} step={step} change={change} />
          <TextInput
            label={texts.id}
            description={texts.idHint}
            value={step.id ?? ''}
            onChange={(event) => change(withId(step, event.currentTarget.value))}
          />
        </Stack>
      </Fieldset>
      {!readOnly && <PositionButtons studio={studio} place={at} nodeKey={key} />}
    </Stack>
  )
}

/**
 * A step that was opened by a key or just added takes the focus; one that was clicked leaves it on the graph. The heading
 * takes it, because the list of a focused field would cover the fields below it.
 */
function useFocusOnOpen({ opened }: FlowEditorState) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every time that a step is opened
  useEffect(() => {
    if (!opened.isFocused) return
    // After the menu that added the step has returned the focus to its button.
    const timer = setTimeout(() => heading.current?.focus(), 60)
    return () => clearTimeout(timer)
  }, [opened.times])
  return heading
}

/** Back to the step in the graph; an open list of a field closes first. */
function leaveOnEscape({ key, target }: KeyboardEvent, stepKey: string): void {
  const isOpen = target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true'
  if (key !== 'Escape' || isOpen) return
  document.querySelector<HTMLElement>(`[data-id="${CSS.escape(stepKey)}"]`)?.focus()
}

function withId({ id: _, ...rest }: FlowStep, id: string): FlowStep {
  return (id === '' ? rest : { id, ...rest }) as FlowStep
}

function KindFields({
  studio,
  step,
  change,
}: {
  studio: FlowEditorState
  step: FlowStep
  change: (step: FlowStep) => void
}) {
  const props = { studio, change }
  if ('collect' in step) return <CollectStepFields {...props} step={step} />
  if ('say' in step) return <SayStepFields {...props} step={step} />
  if ('action' in step) return <ActionStepFields {...props} step={step} />
  if ('branch' in step) return <BranchStepFields {...props} step={step} />
  if ('call' in step) return <CallStepFields {...props} step={step} />
  if ('handoff' in step) return <HandoffStepFields {...props} step={step} />
  return <EndStepFields {...props} step={step} />
}

function PositionButtons({ studio, place, nodeKey }: { studio: FlowEditorState; place: number; nodeKey: string }) {
  const { document, remove } = studio
  const { graph } = document
  const after = (index: number) => graph.nodes[index]?.key
  return (
    <Group gap="xs">
      <AddStep studio={studio} after={nodeKey} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowUp size={14} aria-hidden />}
        disabled={place === 0}
        onClick={() => document.edit(moveStep(graph, nodeKey, after(place - 2)))}
      >
        {texts.up}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowDown size={14} aria-hidden />}
        disabled={place === graph.nodes.length - 1}
        onClick={() => document.edit(moveStep(graph, nodeKey, after(place + 1)))}
      >
        {texts.down}
      </Button>
      <Button
        size="xs"
        color="red"
        variant="outline"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => remove(nodeKey)}
      >
        {texts.remove}
      </Button>
    </Group>
  )
}
