import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import type { FlowStep } from '@parley/definition'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { words } from '#words/playbooks.ts'
import { FindingLine } from '../../../../parts/Findings.tsx'
import { AddStep } from '../FlowToolbar.tsx'
import { moved, replaced } from '../model/edits.ts'
import type { FlowNode } from '../model/graph.ts'
import { findingsByStep } from '../model/lint.ts'
import type { Studio } from '../useStudio.ts'
import { ActionFields } from './ActionFields.tsx'
import { BranchFields } from './BranchFields.tsx'
import { CollectFields } from './CollectFields.tsx'
import { SayFields } from './SayFields.tsx'
import { CallFields, EndFields, HandoffFields } from './WayFields.tsx'

const { step: said } = words

type Given = { studio: Studio; node: FlowNode; at: number }
/** What the fields of one kind of step are given. */
export type FieldsGiven<Kind extends string> = {
  studio: Studio
  step: Extract<FlowStep, Record<Kind, unknown>>
  change: (step: FlowStep) => void
}

/** The fields of one step; what is changed is in the flow at once. */
export function StepPanel({ studio, node: { key, step }, at }: Given) {
  const { document, readOnly, findings } = studio
  const change = (next: FlowStep) => document.edit(replaced(document.graph, key, next), `step ${key}`)
  const own = findingsByStep(findings).get(at) ?? []
  return (
    <Stack>
      {own.length > 0 && (
        <Stack gap={2} role="status">
          {own.map((finding) => (
            <FindingLine key={`${finding.path} ${finding.code}`} finding={finding} />
          ))}
        </Stack>
      )}
      <Fieldset variant="unstyled" disabled={readOnly}>
        <Stack>
          <KindFields studio={studio} step={step} change={change} />
          <TextInput
            label={said.id}
            description={said.idHint}
            value={step.id ?? ''}
            onChange={(event) => change(withId(step, event.currentTarget.value))}
          />
        </Stack>
      </Fieldset>
      {!readOnly && <Places studio={studio} place={at} nodeKey={key} />}
    </Stack>
  )
}

function withId({ id: _, ...rest }: FlowStep, id: string): FlowStep {
  return (id === '' ? rest : { id, ...rest }) as FlowStep
}

function KindFields({ studio, step, change }: { studio: Studio; step: FlowStep; change: (step: FlowStep) => void }) {
  const given = { studio, change }
  if ('collect' in step) return <CollectFields {...given} step={step} />
  if ('say' in step) return <SayFields {...given} step={step} />
  if ('action' in step) return <ActionFields {...given} step={step} />
  if ('branch' in step) return <BranchFields {...given} step={step} />
  if ('call' in step) return <CallFields {...given} step={step} />
  if ('handoff' in step) return <HandoffFields {...given} step={step} />
  return <EndFields {...given} step={step} />
}

function Places({ studio, place, nodeKey }: { studio: Studio; place: number; nodeKey: string }) {
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
        onClick={() => document.edit(moved(graph, nodeKey, after(place - 2)))}
      >
        {said.up}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowDown size={14} aria-hidden />}
        disabled={place === graph.nodes.length - 1}
        onClick={() => document.edit(moved(graph, nodeKey, after(place + 1)))}
      >
        {said.down}
      </Button>
      <Button
        size="xs"
        color="red"
        variant="outline"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => remove(nodeKey)}
      >
        {said.remove}
      </Button>
    </Group>
  )
}
